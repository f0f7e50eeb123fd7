import Dispatch
import Glibc
import JSON
import Synchronization
import TestSupport
import Testing

/// A relay that is killed at any instant, again and again, while backends post to it and it pushes to APNs.
///
/// `KILLS`: how often; `KILLS_SEED`: the seed of the instants, which is printed.
@Suite(.timeLimit(.minutes(60))) struct `Kills` {
    private static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    private let folder = TemporaryFolder()
    private let apns: SimulatedAPNs

    init() throws {
        apns = try SimulatedAPNs(folder: folder)
    }

    private func relay() throws -> ServedRelay {
        try ServedRelay(
            folder: folder,
            configuration: """
                {"senders":{"apns":{"type":"apns","teamId":"\(SimulatedAPNs.teamId)","keyId":"\(SimulatedAPNs.keyId)",
                   "key":{"file":"\(apns.keyFile)"},"bundleId":"\(SimulatedAPNs.bundleId)","url":"\(apns.url)",
                   "caFile":"\(apns.caFile)","startDelay":0}},"defaultSender":null,
                 "limits":{"retryMax":1},"policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}}
                """)
    }

    @Test func `nothing that was answered is lost, no card goes back, and none is started twice`() throws {
        let seed = Self.number("KILLS_SEED") ?? UInt64.random(in: 0 ..< .max)
        let kills = Int(Self.number("KILLS") ?? 10)
        print("kills: \(kills) with KILLS_SEED=\(seed)")
        var random = SeededGenerator(seed: seed)
        let works = try kill(kills, &random)
        // One more, which is not killed: all that is owed is sent.
        let last = try relay()
        var starts = 0
        for work in works {
            try checkStore(last, work, seed)
            if work.isStartedByPush { starts += try checkStart(work, seed) } else { try checkCard(work, seed) }
        }
        #expect(works.count(where: \.isOver) > 0)
        #expect(starts > 0)
        // An end whose outcome was lost with the relay is sent once more, and the device, rightly, ignores it.
        let objections = try apns.objections().filter { !$0.hasPrefix("the activity has ended") }
        #expect(objections == [], "KILLS_SEED=\(seed)")
        #expect(last.stop() == 0)
    }

    /// Has backends work on relays that are killed one after the other; what they did.
    private func kill(_ kills: Int, _ random: inout SeededGenerator) throws -> [KilledRelayClient.Work] {
        let port = Atomic(0)
        let isOver = Atomic(false)
        let tokens = Atomic(0)
        let works = Mutex<[KilledRelayClient.Work]>([])
        let failures = Mutex<[String]>([])
        let load = DispatchGroup()
        var current = try relay()
        port.store(current.port, ordering: .releasing)
        for index in 0..<3 {
            DispatchQueue(label: "load-\(index)").async(group: load) {
                let client = KilledRelayClient("w\(index)") {
                    port.load(ordering: .acquiring)
                } newToken: {
                    SimulatedAPNs.token(tokens.add(1, ordering: .relaxed).newValue)
                }
                do {
                    try client.run { isOver.load(ordering: .acquiring) }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
                works.withLock { $0 += client.works }
            }
        }
        for _ in 0..<kills {
            usleep(UInt32.random(in: 1000..<400_000, using: &random))
            current.crash()
            current = try relay()
            port.store(current.port, ordering: .releasing)
        }
        isOver.store(true, ordering: .releasing)
        load.wait()
        #expect(failures.withLock { $0 } == [])
        current.crash()
        return works.withLock { $0 }
    }

    /// Each event that was answered was applied, and once; the state is that of the last one.
    private func checkStore(_ relay: ServedRelay, _ work: KilledRelayClient.Work, _ seed: UInt64) throws {
        let activity = try relay.get("/v1/activities/\(work.id)").json
        let title = work.step > 0 ? "\(work.step)" : nil
        #expect(activity.text("/contentState/trackTitle") == title, "\(work.id), KILLS_SEED=\(seed)")
        if work.isOver { #expect(activity.text("/contentState/status") == "completed", "KILLS_SEED=\(seed)") }
        guard work.step > 0 else { return }
        let entries = try relay.get("/v1/activities/\(work.id)/history?limit=1000").json["entries"]?.arrayValue ?? []
        let applied = entries.filter { $0.text("/kind") == "event" && $0.text("/outcome") == "accepted" }
            .compactMap { $0.text("/event/eventId") }
        #expect(applied == work.answered, "\(work.id), KILLS_SEED=\(seed)")
    }

    /// The last state came to the card, and none before it went back.
    private func checkCard(_ work: KilledRelayClient.Work, _ seed: UInt64) throws {
        guard work.step > 0 else { return }
        let isThere = try TestClock.eventually {
            let device = try apns.device(work.token)
            return device.text("/contentState/trackTitle") == "\(work.step)"
                && (!work.isOver || device.text("/event") == "end")
        }
        #expect(isThere, "\(work.id), KILLS_SEED=\(seed)")
        let pushes = try apns.pushes(work.token)
        let ends = pushes.drop { $0.text("/event") != "end" }
        #expect(ends.allSatisfy { $0.text("/event") == "end" }, "\(work.id), KILLS_SEED=\(seed)")
        for (push, next) in zip(pushes, pushes.dropFirst()) {
            #expect(APNsRelay.mayFollow(push, next), "\(work.id): \(push) \(next), KILLS_SEED=\(seed)")
        }
    }

    /// No card was started twice; how many were started.
    private func checkStart(_ work: KilledRelayClient.Work, _ seed: UInt64) throws -> Int {
        let pushes = try apns.pushes(work.token)
        #expect(pushes.count <= 1, "\(work.id), KILLS_SEED=\(seed)")
        return pushes.count
    }
}
