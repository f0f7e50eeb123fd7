import ActivityResolver
import Crypto
import Glibc
import Push
import Synchronization
import TestSupport
import Testing

@testable import Push

/// A sender to a simulated APNs, at times of the tests' own.
@Suite(.timeLimit(.minutes(20))) struct APNsSenderTests {
    private final class Line: Sendable {
        let now: Mutex<Double>
        let results = Mutex<[PushResult]>([])

        init(_ now: Double) {
            self.now = Mutex(now)
        }
    }

    private let apns: SimulatedAPNs
    private let line: Line
    private let sender: APNsSender

    init() throws {
        let folder = TemporaryFolder()
        let privateKey = try ES256PrivateKey.generate()
        mkdir(folder.path("apns"), 0o700)
        folder.write("apns/AuthKey_\(SimulatedAPNs.keyId).p8", try privateKey.pem())
        let apns = try SimulatedAPNs(folder: folder)
        let key = try APNsKey(teamId: SimulatedAPNs.teamId, keyId: SimulatedAPNs.keyId, key: privateKey)
        let line = Line(TestClock.now)
        var settings = APNsSettings(
            app: APNsApp(bundleId: SimulatedAPNs.bundleId), production: key, sandbox: key)
        settings.url = apns.url
        settings.caFile = apns.caFile
        let now = { @Sendable in line.now.withLock { $0 } }
        sender = APNsSender(name: "apns", settings, APNsPools(logger: nil, now: now), now: now)
        try sender.start { results in line.results.withLock { $0 += results } }
        self.apns = apns
        self.line = line
    }

    /// Sends a push at that instant; what came of it.
    private func send(at now: Double) throws -> Outcome {
        try send(APNsFixture.push(place: Place(token: SimulatedAPNs.token(1))), at: now)
    }

    private func send(_ push: Push, at now: Double) throws -> Outcome {
        line.now.withLock { $0 = now }
        let before = line.results.withLock { $0.count }
        var push = push
        push.timestamp = Int(now)
        sender.send([push])
        _ = TestClock.eventually { line.results.withLock { $0.count } > before }
        return try #require(line.results.withLock { $0.dropFirst(before).first }?.outcome)
    }

    /// On a connection APNs takes no second provider token before the first one was used for 20 minutes.
    @Test func `a connection that is too young for the next provider token is replaced`() throws {
        let grid = (TestClock.now / 1200).rounded(.down) * 1200
        #expect(try send(at: grid - 1190) == .ok)
        try apns.fault(#"{"closeAfterAnswer":true}"#)
        #expect(try send(at: grid - 600) == .ok)
        // The token is ten seconds from its end, the connection new.
        #expect(try send(at: grid + 1190) == .ok)
        let refused = try send(at: grid + 1201)
        guard case .retry(let failure) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(failure.detail.contains("TooManyProviderTokenUpdates") && failure.scope == .target)
        #expect(try send(at: grid + 1202) == .ok)
        #expect(try apns.stats().number("/connectionsOpened") == 3)
        #expect(try apns.stats().number("/providerTokens") == 2)
    }

    private func start(_ number: Int) -> Push {
        APNsFixture.push(.start, place: Place(token: SimulatedAPNs.token(number), attributesType: "Card")) {
            $0.alert = Alert(title: "Rain")
        }
    }

    /// libcurl would send it again by itself, on another connection.
    @Test func `a start whose connection ends under it is sent once, and the next one goes`() throws {
        let now = TestClock.now
        for round in 0..<3 {
            #expect(try send(at: now + Double(round)) == .ok)
            try apns.fault(#"{"close":true}"#)
            let outcome = try send(start(10 + round), at: now)
            guard case .unknown = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(try send(start(20 + round), at: now) == .ok)
        }
        #expect(try apns.stats().number("/answers/close") == 3)
    }
}
