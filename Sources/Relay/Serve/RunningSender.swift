import Push
import Synchronization

/// A sender at work, and what it was made of.
final class RunningSender: Sendable {
    /// Its name in the configuration.
    let name: String
    /// What it was made of.
    let configuration: Configuration.SenderConfiguration
    /// The sender.
    let sender: any Sender
    private let place = Place()

    /// Whether it has its place still; on its own, since a sender holds on to whom it reports to.
    private final class Place: Sendable {
        let isTaken = Atomic(false)

        /// Of a sender that was replaced a failure says nothing of what is in its place.
        func told(_ results: [PushResult]) -> [PushResult] {
            guard isTaken.load(ordering: .relaxed) else { return results }
            return results.map { result in
                guard case .retry(var failure) = result.outcome else { return result }
                failure.scope = .target
                var result = result
                result.outcome = .retry(failure)
                return result
            }
        }
    }

    init(_ name: String, _ configuration: Configuration.SenderConfiguration, _ sender: any Sender) {
        self.name = name
        self.configuration = configuration
        self.sender = sender
    }

    /// Makes ready to send; see `Sender.start`.
    func start(report: @escaping @Sendable ([PushResult]) -> Void) throws {
        try sender.start { [place] results in report(place.told(results)) }
    }

    /// Lets it end within so many seconds, another in its place.
    func replace(within seconds: Double) {
        place.isTaken.store(true, ordering: .relaxed)
        sender.stop(within: seconds)
    }

    /// Lets it end; see `Sender.stop`.
    func stop(within seconds: Double) {
        sender.stop(within: seconds)
    }

    /// Returns when it has ended.
    func waitUntilStopped() {
        sender.waitUntilStopped()
    }
}
