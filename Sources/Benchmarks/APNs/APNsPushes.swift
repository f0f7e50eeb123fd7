import ActivityResolver
import Push

/// Pushes to a simulator of APNs, as a song in the making leads to them, each for a device of its own.
final class APNsPushes {
    /// How many devices there are; who sends more at once makes them object to timestamps that do not rise.
    static let devices = 10_000
    /// The device's number in a token, in so many digits.
    private static let numberDigits = 4
    private static let tokenDigits = 160

    private let simulator: SimulatorPeer
    private let key: APNsKey
    private var lastTimestamp = 0

    init(to simulator: SimulatorPeer) throws {
        self.simulator = simulator
        key = try simulator.key()
    }

    /// A sender to the simulator.
    func sender() -> APNsSender {
        var settings = APNsSettings(app: APNsApp(bundleId: simulator.bundleId), production: key, sandbox: key)
        settings.url = simulator.url
        settings.caFile = simulator.caFile
        return APNsSender(name: "apns", settings, APNsPools(logger: nil) { Stopwatch.timeOfDay }) {
            Stopwatch.timeOfDay
        }
    }

    /// So many pushes, with timestamps higher than any before.
    func pushes(_ count: Int) -> [Push] {
        let timestamp = nextTimestamp()
        return (0..<count).map { number in
            push(timestamp, token: Self.token(Number.padded(number, to: Self.numberDigits)), number: number)
        }
    }

    /// The same for who is no sender of ours, with a request as ours composes it.
    func load(requests: Int, window: Int) throws -> TransportLoad {
        let marks = String(repeating: "^", count: Self.numberDigits)
        let now = Stopwatch.timeOfDay
        var request = OutgoingRequest()
        try APNsRequest(app: APNsApp(bundleId: simulator.bundleId), now: now).compose(
            push(nextTimestamp(), token: "", number: 1), deviceToken: Self.token(marks),
            providerToken: ProviderToken(key, issuedAt: Int(now)).text, &request)
        let headers = request.headers.map(Self.numbered) + ["user-agent: activity-relay"]
        return TransportLoad(
            url: simulator.url + (request.path ?? ""), sample: SampleRequest(headers: headers, body: request.body),
            caFile: simulator.caFile, requests: requests, window: window)
    }

    /// An id must not come twice.
    private static func numbered(_ header: String) -> String {
        header.hasPrefix("apns-id:") ? header.dropLast(12) + String(repeating: "^", count: 12) : header
    }

    private func nextTimestamp() -> Int {
        lastTimestamp = Push.timestamp(at: Stopwatch.timeOfDay, after: lastTimestamp)
        return lastTimestamp
    }

    private static func token(_ number: String) -> String {
        String(repeating: "b", count: tokenDigits - number.count) + number
    }

    private func push(_ timestamp: Int, token: String, number: Int) -> Push {
        let now = Stopwatch.timeOfDay
        var state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.4217)
        state.estimatedCompletionDate = now.rounded() + 60
        state.trackTitle = "Midnight drive, take \(100_000 + number) of run 1"
        state.subtitle = "Rendering the second verse"
        state.accentColor = "#FF8800"
        state.staleAt = now.rounded() + 300
        let planned = PlannedPush(
            target: "r_\(1_000_000 + number)", event: .update, priority: 10, contentState: state, reason: .content)
        return Push(
            sender: "apns", sentAt: now, timestamp: timestamp, conversionId: "gen-\(1_000_000 + number)",
            subscriberId: "user-\(1_000_000 + number)", number: 1, place: Place(token: token), planned: planned)
    }
}
