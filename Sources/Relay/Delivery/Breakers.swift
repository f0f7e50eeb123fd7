import ActivityResolver
import Push

/// The breakers of all senders: for each service and world one for the service and one for the key that signs.
///
/// A target's own is its outlet. They are not stored: a start tries everything.
final class Breakers {
    /// What a breaker stands before.
    private struct Name: Hashable {
        var sender: String
        var environment: Environment
        var scope: Failure.Scope
    }

    private var breakers: [Name: Breaker] = [:]
    // What is kept back, by what keeps it back: the activities, each once.
    private var held: [Name: Set<String>] = [:]
    private var released: [String] = []

    /// So many targets unanswered in a row, and the service counts as out of reach.
    private static let serviceThreshold = 5
    /// A refused key is refused for all that it signs.
    private static let keyThreshold = 1
    /// Seconds between two tries (contract, "Delivery").
    private static let interval = 10.0
    // A key's comes first: a push that it keeps back is no try of the service.
    private static let scopes = [Failure.Scope.key, .service]

    /// Whether nothing is kept back at all.
    var areClosed: Bool { breakers.isEmpty }

    /// Whether a push of that activity may go. One that may not is remembered, and released when there is a way again.
    ///
    /// `isSound`: whether its target did not fail itself.
    func admits(
        _ conversionId: String, _ sender: String, _ environment: Environment, isSound: Bool, at now: Double
    ) -> Bool {
        if breakers.isEmpty { return true }
        for scope in Self.scopes {
            let name = Name(sender: sender, environment: environment, scope: scope)
            // A key is no better for a sound target.
            guard breakers[name]?.admits(at: now, isSound: isSound && scope == .service) ?? true else {
                held[name, default: []].insert(conversionId)
                return false
            }
        }
        return true
    }

    /// Learns what became of a push.
    func learn(_ result: PushResult, at now: Double) {
        let push = result.push
        let environment = push.place?.environment ?? .production
        if case .retry(let failure) = result.outcome, failure.scope != .target {
            let name = Name(sender: push.sender, environment: environment, scope: failure.scope)
            let threshold = failure.scope == .key ? Self.keyThreshold : Self.serviceThreshold
            var breaker = breakers[name] ?? Breaker(threshold: threshold, interval: Self.interval)
            breaker.failed("\(push.planned.target)\n\(push.conversionId)", at: now)
            breakers[name] = breaker
            if breaker.isOpen { hold(push.conversionId, breaker, name) }
        } else if case .unknown = result.outcome {
            // Nobody answered: that tells neither of a service that is there nor of one that is away.
        } else if !breakers.isEmpty {
            // Whoever answers is there, and knew the key.
            for scope in Self.scopes { close(Name(sender: push.sender, environment: environment, scope: scope)) }
        }
    }

    /// Who failed for what an open breaker is for is released with those that it keeps back.
    private func hold(_ conversionId: String, _ breaker: Breaker, _ name: Name) {
        held[name, default: []].insert(conversionId)
        for failing in breaker.failing {
            if let end = failing.firstIndex(of: "\n") {
                held[name]?.insert(String(failing[failing.index(after: end)...]))
            }
        }
    }

    private func close(_ name: Name) {
        breakers[name] = nil
        if let activities = held.removeValue(forKey: name) { released += activities }
    }

    /// Closes all; whatever was kept back may go.
    func closeAll() {
        breakers = [:]
        released += held.values.flatMap(\.self)
        held = [:]
    }

    /// What is kept back of one sender.
    struct Report: Equatable {
        /// Whether its service, or its key, takes nothing.
        var isServiceOpen = false
        var isKeyOpen = false
        /// How many activities wait for that to end.
        var held = 0
    }

    /// What is kept back, by sender, its worlds together.
    var report: [String: Report] {
        var reports: [String: Report] = [:]
        for (name, breaker) in breakers where breaker.isOpen {
            if name.scope == .key {
                reports[name.sender, default: Report()].isKeyOpen = true
            } else {
                reports[name.sender, default: Report()].isServiceOpen = true
            }
        }
        for (name, activities) in held { reports[name.sender, default: Report()].held += activities.count }
        return reports
    }

    /// Whether something that was kept back may go now.
    var hasReleased: Bool { !released.isEmpty }

    /// Up to so many activities of which something was kept back and may go now.
    func takeReleased(_ limit: Int) -> [String] {
        let taken = released.suffix(limit)
        released.removeLast(taken.count)
        return Array(taken)
    }
}
