import ActivityResolver

@testable import Relay

/// What a relay is told, and when.
struct History {
    /// What is done to it.
    enum Deed {
        case event(ToldEvent)
        case delete(String)
        case register(RegistrationRequest)
        case unregister(String)
    }

    /// Something done at an instant, Unix seconds.
    struct Step {
        var at: Double
        var deed: Deed
    }

    /// The configuration, as JSON.
    var configuration = "{}"
    /// What happens, in order.
    var steps: [Step] = []

    /// Whether it is all events, so that a recording holds all of it.
    var isRecording: Bool {
        steps.allSatisfy { if case .event = $0.deed { true } else { false } }
    }

    /// It as `activity-relay replay` takes it; what a recording has no place for is left out.
    var recording: String {
        let lines = steps.compactMap { step -> String? in
            guard case .event(let told) = step.deed else { return nil }
            return "{\"at\":\(step.at),\"event\":\(told.json)}"
        }
        return lines.joined(separator: "\n")
    }

    /// It for a reader: the configuration, the recording, and what a recording has no place for.
    var text: String {
        var parts = ["configuration: \(configuration)", recording]
        for step in steps {
            if case .event = step.deed { continue }
            parts.append("not in the recording, at \(step.at): \(step.deed)")
        }
        return parts.joined(separator: "\n")
    }

    /// The rules that its configuration asks for.
    func rules() throws -> Rules {
        try ConfigurationReader(source: ConfigurationSource(environment: [:]) { _ in nil }).read(configuration).rules
    }
}
