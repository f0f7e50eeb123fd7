import CLinux
import Glibc

/// Posts requests at instants that were set before, whether or not those before were answered (an open loop).
final class PacedLoad {
    /// What is posted.
    struct Request {
        var path = "/v1/events"
        /// JSON.
        var body: String
    }

    /// What came of a run.
    struct Result {
        /// When each request was posted, Unix seconds.
        var sentAt: [Double] = []
        /// How long the answers took.
        var answers: Latency
        /// How far the posts were behind their instants.
        var delays: Latency
        /// How long the answers took from the instants of their posts.
        var waits: Latency
        /// How many were answered otherwise than 2xx.
        var refused: Int
    }

    /// A request that was posted and not answered.
    private struct UnderWay {
        var poster: EventPoster
        var due: Double
        var sentAt: Double
    }

    /// What was seen of a run so far.
    private struct Tally {
        var answers: [Double] = []
        var delays: [Double] = []
        var waits: [Double] = []
        var refused = 0
    }

    /// How many requests may be without an answer, each on a connection of its own.
    private static let connections = 64
    /// Seconds of one wait.
    private static let longestPatience = 0.9

    private var idle: [EventPoster]
    private var underWay: [UnderWay] = []
    private var tally = Tally()

    init(port: Int) throws {
        idle = try (0..<Self.connections).map { _ in try EventPoster(port: port) }
    }

    /// Posts so many requests, evenly spread; each is asked for by its place. With `perSecond` infinite each is posted
    /// as soon as one before is answered.
    func run(_ count: Int, perSecond: Double, _ request: (Int) -> Request) throws -> Result {
        tally = Tally()
        var sentAt: [Double] = []
        let begin = Stopwatch.monotonic
        for place in 0..<count {
            let due = begin + Double(place) / perSecond
            try takeAnswers(until: due)
            tally.delays.append(Stopwatch.monotonic - due)
            sentAt.append(try post(request(place), due: due))
        }
        while !underWay.isEmpty { try takeAnswers(within: Self.longestPatience) }
        return Result(
            sentAt: sentAt, answers: Latency(tally.answers), delays: Latency(tally.delays),
            waits: Latency(tally.waits), refused: tally.refused)
    }

    /// Posts; gives when.
    private func post(_ request: Request, due: Double) throws -> Double {
        guard let poster = idle.popLast() else { throw BenchmarkFailure("no connection is left") }
        let now = (ofDay: Stopwatch.timeOfDay, monotonic: Stopwatch.monotonic)
        try poster.send(Array(request.body.utf8), to: request.path)
        underWay.append(UnderWay(poster: poster, due: due, sentAt: now.monotonic))
        return now.ofDay
    }

    /// Takes answers until that instant, and on until there is a connection to post on.
    private func takeAnswers(until due: Double) throws {
        while true {
            let rest = due - Stopwatch.monotonic
            guard rest > 0 || idle.isEmpty else { return }
            try takeAnswers(within: rest > 0 ? min(rest, Self.longestPatience) : Self.longestPatience)
        }
    }

    /// Waits up to so many seconds for an answer, and takes those that are there.
    private func takeAnswers(within patience: Double) throws {
        var descriptors = underWay.map { pollfd(fd: $0.poster.socket, events: Int16(POLLIN), revents: 0) }
        _ = clinux_ppoll(&descriptors, UInt(descriptors.count), Int(patience * 1e9))
        // From the end, so that the places of the others stay.
        for place in descriptors.indices.reversed() where descriptors[place].revents != 0 {
            try finish(underWay.remove(at: place))
        }
    }

    private func finish(_ request: UnderWay) throws {
        let answer = try request.poster.readAnswer()
        let now = Stopwatch.monotonic
        if !(200..<300).contains(answer.status) { tally.refused += 1 }
        tally.answers.append(now - request.sentAt)
        tally.waits.append(now - request.due)
        idle.append(request.poster)
    }
}
