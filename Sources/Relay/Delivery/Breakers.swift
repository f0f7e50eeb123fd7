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

    /// So many targets unanswered in a row, and the service counts as out of reach.
    private static let serviceThreshold = 5
    /// A refused key is refused for all that it signs.
    private static let keyThreshold = 1
    /// Seconds between two tries (contract, "Delivery").
    private static let interval = 10.0

    /// Whether a push may go.
    func admits(_ sender: String, _ environment: Environment, at now: Double) -> Bool {
        if breakers.isEmpty { return true }
        // A key's comes first: a push that it keeps back is no try of the service.
        for scope in [Failure.Scope.key, .service] {
            let name = Name(sender: sender, environment: environment, scope: scope)
            guard breakers[name]?.admits(at: now) ?? true else { return false }
        }
        return true
    }

    /// Learns what became of a push.
    func learn(_ result: PushResult, at now: Double) {
        let push = result.push
        let environment = push.place?.environment ?? .production
        switch result.outcome {
        case .ok, .dropped, .dead:
            if breakers.isEmpty { return }
            // Whoever answers so is there, and knew the key.
            for scope in [Failure.Scope.key, .service] {
                breakers[Name(sender: push.sender, environment: environment, scope: scope)] = nil
            }
        case .retry(let failure):
            guard failure.scope != .target else { return }
            let name = Name(sender: push.sender, environment: environment, scope: failure.scope)
            let threshold = failure.scope == .key ? Self.keyThreshold : Self.serviceThreshold
            breakers[name, default: Breaker(threshold: threshold, interval: Self.interval)]
                .failed("\(push.conversionId)\n\(push.planned.target)", at: now)
        }
    }
}
