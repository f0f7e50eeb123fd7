import CLinux
import Glibc

/// Posts events at instants that were set before, whether or not those before were answered (an open loop).
final class PacedLoad {
    /// What came of a run.
    struct Result {
        /// When each event was posted, Unix seconds.
        var sentAt: [Double] = []
        /// How long the answers took.
        var answers: Latency
        /// How far the posts were behind their instants.
        var delays: Latency
    }

    /// An event that was posted and not answered.
    private struct UnderWay {
        var poster: EventPoster
        var sentAt: Double
    }

    /// How many events may be without an answer, each on a connection of its own.
    private static let connections = 64
    /// Seconds of one wait.
    private static let longestPatience = 0.9

    private var idle: [EventPoster]
    private var underWay: [UnderWay] = []
    private var answers: [Double] = []
    private var delays: [Double] = []

    init(port: Int) throws {
        idle = try (0..<Self.connections).map { _ in try EventPoster(port: port) }
    }

    /// Posts an event for each of these activities, evenly spread. Sequences rise from round to round.
    func run(_ activities: [Int], perSecond: Double, round: Int) throws -> Result {
        answers = []
        delays = []
        var sentAt: [Double] = []
        let begin = Stopwatch.monotonic
        for (place, activity) in activities.enumerated() {
            let due = begin + Double(place) / perSecond
            try takeAnswers(until: due)
            delays.append(Stopwatch.monotonic - due)
            sentAt.append(try post(Self.event(activity, round: round)))
        }
        while !underWay.isEmpty { try takeAnswers(until: Stopwatch.monotonic + 1) }
        return Result(sentAt: sentAt, answers: Latency(answers), delays: Latency(delays))
    }

    /// Posts; gives when.
    private func post(_ event: String) throws -> Double {
        guard let poster = idle.popLast() else { throw BenchmarkFailure("no connection is left") }
        let now = (ofDay: Stopwatch.timeOfDay, monotonic: Stopwatch.monotonic)
        try poster.send(Array(event.utf8))
        underWay.append(UnderWay(poster: poster, sentAt: now.monotonic))
        return now.ofDay
    }

    /// Takes answers until that instant, and on until there is a connection to post on.
    private func takeAnswers(until due: Double) throws {
        while true {
            let rest = due - Stopwatch.monotonic
            guard rest > 0 || idle.isEmpty else { return }
            var descriptors = underWay.map { pollfd(fd: $0.poster.socket, events: Int16(POLLIN), revents: 0) }
            let patience = rest > 0 ? min(rest, Self.longestPatience) : Self.longestPatience
            _ = clinux_ppoll(&descriptors, UInt(descriptors.count), Int(patience * 1e9))
            // From the end, so that the places of the others stay.
            for place in descriptors.indices.reversed() where descriptors[place].revents != 0 {
                try finish(underWay.remove(at: place))
            }
            if underWay.isEmpty && rest <= 0 { return }
        }
    }

    private func finish(_ event: UnderWay) throws {
        let answer = try event.poster.readAnswer()
        guard answer.status == 202 else { throw BenchmarkFailure("an event was answered \(answer.status)") }
        answers.append(Stopwatch.monotonic - event.sentAt)
        idle.append(event.poster)
    }

    private static func event(_ activity: Int, round: Int) -> String {
        let name = Number.padded(activity, to: 7)
        return """
            {"conversionId":"gen-\(name)","subscriberId":"user-\(name)","type":"update","sequence":\
            \(100_000_000_000 + round),"status":"generating","progress":0.65,\
            "trackTitle":"Midnight drive, last take \(round)","subtitle":"Rendering the second verse",\
            "accentColor":"#FF8800"}
            """
    }
}
