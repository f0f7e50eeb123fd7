/// How long a follower waits before it asks again, and when it gives up. Pure.
struct TailBackOff {
    /// What follows from the end of a connection.
    enum Step: Equatable {
        /// Ask again after so many seconds.
        case again(after: Double)
        /// Give up: it would be refused again, or there never was a relay.
        case giveUp
    }

    private static let first = 1.0
    private static let longest = 30.0
    /// The longest that a relay's word is followed, seconds.
    private static let longestAsked = 3600.0

    private var pause = first
    private var wasConnected = false

    /// The relay has told something: from now on a failure passes.
    mutating func noteConnection() {
        wasConnected = true
        pause = Self.first
    }

    /// A connection ended; `status` is 0 where no answer came.
    mutating func ended(status: Int, retryAfter: Double?) -> Step {
        switch status {
        case 200: noteConnection()
        case 408, 425, 429, 500...: break
        case 0 where wasConnected: break
        default: return .giveUp
        }
        defer { pause = min(Self.longest, pause * 2) }
        return .again(after: max(pause, min(Self.longestAsked, retryAfter ?? 0)))
    }
}
