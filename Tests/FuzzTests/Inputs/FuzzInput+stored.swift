import ActivityResolver
import JSON
import Push

@testable import Relay

extension FuzzInput {
    /// A row's state, whole or damaged: what is read is written and read again as the same, and can be worked with.
    static let state = FuzzInput(name: "state") { bytes in
        let rules = Rules()
        guard let state = try? StateReader(rules).read(bytes, conversionId: "t", subscriberId: "u") else { return nil }
        let written = text(of: state, rules)
        guard let again = try? StateReader(rules).read(written, conversionId: "t", subscriberId: "u") else {
            return "it is written as what is not read: \(String(decoding: written, as: UTF8.self))"
        }
        if again != state { return "it is read again as another: \(again)\nis not\n\(state)" }
        if text(of: again, rules) != written { return "it is written again as another" }
        work(with: state, rules)
        return nil
    }

    private static func text(of state: ActivityState, _ rules: Rules) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        writer.state(state, rules)
        return writer.take()
    }

    /// What the engine does with a state: none of it is a trap, whatever the state says.
    private static func work(with state: ActivityState, _ rules: Rules) {
        var state = state
        let now = 1_790_000_000.0
        _ = state.nextDue(rules)
        var event = Event(conversionId: "t")
        event.progress = 0.5
        for _ in 0..<8 where state.activity.ending == nil {
            var hasFired = false
            _ = state.change { activity, deliveries in
                let fired = activity.fireTimer(for: &deliveries, at: now, rules)
                hasFired = fired != nil
                return fired?.pushes ?? []
            }
            if !hasFired { break }
        }
        if state.activity.ending == nil {
            _ = state.change { activity, deliveries in
                guard case .news(let change) = activity.take(event, isLate: false, at: now, rules) else { return [] }
                return activity.plan(change, for: &deliveries, at: now, rules)
            }
            _ = state.activity.run.explanation(at: now, rules)
        }
        _ = state.decisions([], at: now, rules)
        _ = state.change { $0.delete(to: &$1, at: now, rules) }
    }

    /// A registration: what is taken has what the engine goes by.
    static let registration = FuzzInput(name: "registration") { bytes in
        let senders = [
            "hook": SenderTraits(), "cards": SenderTraits(kind: .rerenders, takesStartTokens: true),
            "apns": SenderTraits(kind: .rerenders, takesStartTokens: true, tokenForm: .hexadecimal),
        ]
        guard let request = try? RegistrationDecoder(senders: senders).decode(bytes) else { return nil }
        if request.subscriberId.isEmpty || senders[request.sender] == nil { return "\(request)" }
        if (request.kind == .start) != (request.conversionId == nil) { return "a name it should not have: \(request)" }
        var registration = request.registration(id: "r", at: 5)
        if case .new(let token) = request.token { registration.token = token }
        return (try? Registration(registration.row)) == registration ? nil : "it is stored as another: \(registration)"
    }

    /// A configuration: each fault has a place, and what is taken is taken again.
    static let configuration = FuzzInput(name: "configuration") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ConfigurationFaults) {
            _ = try read(text)
            return nil
        } catch {
            let hasWords = !error.faults.isEmpty && error.faults.allSatisfy { !$0.message.isEmpty }
            return hasWords ? nil : "a fault without words: \(error.faults)"
        }
    }

    private static func read(_ text: String) throws(ConfigurationFaults) -> Configuration {
        try ConfigurationReader(source: ConfigurationSource(environment: [:]) { _ in nil }).read(text)
    }
}
