/// The instants by which a peer must have sent or taken something, in nanoseconds of a monotonic clock.
struct Deadlines: Sendable {
    /// What is being waited for from the peer.
    enum Waiting: Sendable, Equatable {
        case nothing, request, head, body, end
    }

    static let never = Int64.max

    private(set) var waiting = Waiting.request
    private(set) var reading: Int64
    private(set) var writing = never
    /// How many bytes must be taken by the peer until `writing`.
    private var mark = 0

    init(reading: Int64) {
        self.reading = reading
    }

    /// The earliest of them.
    var earliest: Int64 { min(reading, writing) }

    /// What was waited for has come: a next wait, for the same kind too, has its own time.
    mutating func forgetReading() {
        waiting = .nothing
        reading = Deadlines.never
    }

    /// Waits for `kind`, `limit` long; a wait for it that is under way keeps its instant.
    mutating func wait(for kind: Waiting, limit: Int64, now: Int64) {
        guard kind != waiting else { return }
        waiting = kind
        reading = kind == .nothing ? Deadlines.never : now + limit
    }

    /// Bytes were added to the output: those outstanding at the start of a term must go within it.
    mutating func noteWriting(outstanding: Int, limit: Int64, now: Int64) {
        guard writing == Deadlines.never else { return }
        mark = outstanding
        writing = now + limit
    }

    /// What is outstanding must go within that time at the latest, however much of it is taken meanwhile.
    mutating func hurryWriting(limit: Int64, now: Int64) {
        guard writing != Deadlines.never else { return }
        writing = min(writing, now + limit)
        mark = Int.max
    }

    /// Bytes were taken by the peer.
    mutating func noteWritten(_ count: Int, outstanding: Int, limit: Int64, now: Int64) {
        mark -= count
        if outstanding == 0 {
            writing = Deadlines.never
        } else if mark <= 0 {
            mark = outstanding
            writing = now + limit
        }
    }
}
