/// `ServerLimits` as a connection needs them: times in nanoseconds.
struct ConnectionLimits: Sendable {
    let headBytes: Int
    let headerFields: Int
    let requestsInFlight: Int
    let bytesInFlight: Int
    let outgoingBytes: Int
    let skippedBytes: Int
    let lingerBytes: Int
    let streamBytes: Int
    let idle: Int64
    let head: Int64
    let body: Int64
    let writing: Int64
    let linger: Int64
    let streamComment: Int64

    init(_ limits: ServerLimits) {
        headBytes = max(1, limits.headBytes)
        headerFields = limits.headerFields
        requestsInFlight = max(1, limits.requestsInFlight)
        bytesInFlight = max(1, limits.bytesInFlight)
        outgoingBytes = max(1, limits.outgoingBytes)
        skippedBytes = limits.skippedBytes
        lingerBytes = limits.lingerBytes
        streamBytes = max(1, limits.streamBytes)
        idle = limits.idleTime.wholeNanoseconds
        head = limits.headTime.wholeNanoseconds
        body = limits.bodyTime.wholeNanoseconds
        writing = limits.writingTime.wholeNanoseconds
        linger = limits.lingerTime.wholeNanoseconds
        streamComment = max(1, limits.streamCommentTime.wholeNanoseconds)
    }

    /// How far apart the looks at deadlines may lie, in nanoseconds: a quarter of the shortest limit, a second at most.
    var tick: Int64 {
        let shortest = min(idle, head, body, writing, linger, streamComment)
        return max(5_000_000, min(1_000_000_000, shortest / 4))
    }
}

extension Duration {
    /// The whole nanoseconds in it, no more than a century, so that sums of instants cannot overflow.
    var wholeNanoseconds: Int64 {
        let century: Int64 = 3_155_760_000
        let (seconds, attoseconds) = components
        guard seconds < century else { return century * 1_000_000_000 }
        return max(0, seconds) * 1_000_000_000 + max(0, attoseconds / 1_000_000_000)
    }
}
