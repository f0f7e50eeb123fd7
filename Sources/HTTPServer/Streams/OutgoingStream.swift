/// A streamed answer under way: what of it waits to be written, and when something is to be done about it.
struct OutgoingStream: Sendable {
    /// Tells its end when it goes.
    private let lease: StreamLease
    /// How long it may last from its beginning, in nanoseconds.
    private let lasts: Int64
    /// Whether its pieces go out as chunks; else the end of the connection ends them (RFC 9112, section 6.3).
    private(set) var isChunked = true
    /// Whether the connection ends with it.
    private(set) var closes = false
    /// Whether nothing more is to come.
    var hasEnded = false
    /// When it has lasted long enough, and when the next comment is due, in nanoseconds of the monotonic clock.
    private(set) var endsAt = Deadlines.never
    private(set) var commentAt = Deadlines.never

    private(set) var waiting: [StreamChunk] = []
    // Of the first that waits so many bytes are written.
    private var written = 0
    /// How many bytes wait.
    private(set) var count = 0

    init(_ lease: StreamLease, lasts: Int64) {
        self.lease = lease
        self.lasts = lasts
    }

    /// Its turn has come; before this nothing of it is written.
    mutating func begin(isChunked: Bool, closes: Bool, commentTime: Int64, now: Int64) {
        self.isChunked = isChunked
        self.closes = closes
        endsAt = lasts == Deadlines.never ? lasts : now + lasts
        commentAt = now + commentTime
        count = waiting.reduce(0) { $0 + bytes(of: $1).count }
    }

    /// A comment has been sent: the next one follows after that time.
    mutating func noteComment(_ commentTime: Int64, now: Int64) {
        commentAt = now + commentTime
    }

    private func bytes(of chunk: StreamChunk) -> UnsafeRawBufferPointer { isChunked ? chunk.framed : chunk.plain }

    /// Adds a piece.
    mutating func append(_ chunk: StreamChunk) {
        let length = bytes(of: chunk).count
        guard length > 0 else { return }
        waiting.append(chunk)
        count += length
    }

    /// The bytes of what waits, piece by piece, up to so many pieces. Valid as long as the stream is not changed.
    func unwritten(_ most: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        for (index, chunk) in waiting.prefix(most).enumerated() {
            let bytes = bytes(of: chunk)
            body(index == 0 ? UnsafeRawBufferPointer(rebasing: bytes[written...]) : bytes)
        }
    }

    /// Takes off what was written.
    mutating func drop(_ count: Int) {
        self.count -= count
        written += count
        var done = 0
        while done < waiting.count, written >= bytes(of: waiting[done]).count {
            written -= bytes(of: waiting[done]).count
            done += 1
        }
        waiting.removeFirst(done)
    }
}
