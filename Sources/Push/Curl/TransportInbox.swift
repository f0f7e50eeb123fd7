import Synchronization

/// What other threads leave for a transport's own.
final class TransportInbox: Sendable {
    private struct Content {
        var pushes: [Push] = []
        /// Until when what waits may be sent, seconds of the monotonic clock; nil: no end is in sight.
        var stopsAt: Double?
        /// Whether all connections are to be made anew.
        var renews = false
        /// The handle whose wait is to be ended for news; nil while the thread is awake and will look by itself.
        var waiting: CurlMulti?
    }

    private let content = Mutex(Content())
    private let connections = Atomic(0)

    /// Leaves pushes; those that come after a stop are sent too, if there is still time.
    func submit(_ pushes: [Push]) {
        wake { $0.pushes += pushes }
    }

    /// Asks the thread to end once all is sent, at `instant` at the latest.
    func stop(at instant: Double) {
        wake { $0.stopsAt = min($0.stopsAt ?? .infinity, instant) }
    }

    /// Asks for new connections; from the transport's own thread, which looks before it waits.
    func renewConnections() {
        content.withLock { $0.renews = true }
    }

    /// Whether new connections were asked for since the last question.
    func takeRenewal() -> Bool {
        content.withLock { content in
            defer { content.renews = false }
            return content.renews
        }
    }

    private func wake(_ change: (inout Content) -> Void) {
        let waiting = content.withLock { content in
            change(&content)
            return content.waiting.take()
        }
        waiting?.wakeUp()
    }

    /// What came since the last look.
    func take() -> (pushes: [Push], stopsAt: Double?) {
        content.withLock { content in
            defer { content.pushes = [] }
            return (content.pushes, content.stopsAt)
        }
    }

    /// Runs `wait` unless there is news; news that comes meanwhile wakes `multi`.
    func unlessNews(_ multi: CurlMulti, stopsAt: Double?, _ wait: () -> Void) {
        let hasNews = content.withLock { content in
            let hasNews = !content.pushes.isEmpty || content.stopsAt != stopsAt || content.renews
            if !hasNews { content.waiting = multi }
            return hasNews
        }
        guard !hasNews else { return }
        wait()
        content.withLock { $0.waiting = nil }
    }

    /// Counts connections that were made.
    func count(connections made: Int) {
        if made > 0 { connections.add(made, ordering: .relaxed) }
    }

    /// How many connections were made so far.
    var connectionsMade: Int { connections.load(ordering: .relaxed) }
}
