import Synchronization

/// When each event was posted, by its number, for the thread that reads what came of it.
final class PostTimes: Sendable {
    private struct State {
        var times: [Double] = []
        var isOver = false
    }

    private let state = Mutex(State())

    /// Notes that the next event is about to be posted; its number.
    func note(_ now: Double) -> Int {
        state.withLock { state in
            state.times.append(now)
            return state.times.count - 1
        }
    }

    /// No further event comes.
    func finish() { state.withLock { $0.isOver = true } }

    /// When that event was posted, seconds.
    func time(of number: Int) -> Double? {
        state.withLock { $0.times.indices.contains(number) ? $0.times[number] : nil }
    }

    /// When the last event was posted, and how many messages so many readers of a tenth of them each get in all; nil
    /// while more are to come.
    func end(readers: Int) -> (last: Double, messages: Int)? {
        state.withLock { state in
            guard state.isOver, let last = state.times.last else { return nil }
            return (last, state.times.count * readers / StreamsBenchmark.activities.count)
        }
    }
}
