/// How long it takes from the post of an event to the arrival of its push, at a load that leaves the relay room: against
/// what the disk takes to keep a few bytes and a plain libcurl loop to send one push, in turns.
struct LatencyTurns {
    private static let rounds = 5
    private static let seconds = 4.0

    private let rate: Double
    private var measured: [Round] = []

    /// One turn of each.
    private struct Round {
        var disk: Latency
        var diskInPlace: Latency
        var loop: Latency
        var events: PacedLoad.Result
        var arrivals: Latency
        /// Events whose push did not come.
        var missing: Int

        func ratio(_ value: (Latency) -> Double) -> Double {
            value(arrivals) / (value(disk) + value(loop))
        }
    }

    /// `rate`: events in a second.
    init(
        _ relay: RelayUnderTest, _ simulator: SimulatorPeer, _ loop: CLoop, rate: Double, activities: Int,
        in folder: TemporaryFolder
    ) throws {
        self.rate = rate
        let count = min(activities, Int(rate * Self.seconds))
        let load = try PacedLoad(port: relay.port)
        for round in 0..<Self.rounds {
            let disk = (try DiskProbe.appends(in: folder), try DiskProbe.overwrites(in: folder))
            let single = try loop.latency()
            let first = round * count % activities
            let numbers = (first..<first + count).map { $0 % activities }
            let events = try load.run(count, perSecond: rate) { Self.event(numbers[$0], round: round) }
            guard events.refused == 0 else {
                throw BenchmarkFailure("\(events.refused) events were answered otherwise than 2xx")
            }
            relay.settle()
            try simulator.waitUntilQuiet()
            let came = try zip(numbers, events.sentAt).compactMap { number, sentAt in
                try simulator.lastArrival(RegistrationLoader.token(number)).map { $0 - sentAt }
            }.filter { $0 > 0 }
            measured.append(
                Round(
                    disk: disk.0, diskInPlace: disk.1, loop: single, events: events, arrivals: Latency(came),
                    missing: count - came.count))
        }
    }

    /// Sequences rise from round to round.
    private static func event(_ activity: Int, round: Int) -> PacedLoad.Request {
        let name = Number.padded(activity, to: 7)
        return PacedLoad.Request(
            body: """
                {"conversionId":"gen-\(name)","subscriberId":"user-\(name)","type":"update","sequence":\
                \(100_000_000_000 + round),"status":"generating","progress":0.65,\
                "trackTitle":"Midnight drive, last take \(round)","subtitle":"Rendering the second verse",\
                "accentColor":"#FF8800"}
                """)
    }

    /// What was done.
    var heading: String {
        """
        then \(Self.rounds) rounds of \(Number.text(Self.seconds)) s at a quarter of that, \(Number.text(rate)) \
        events a second whatever is answered
        """
    }

    /// Adds its lines.
    func add(to table: inout Table, mostRatio: Double) {
        for (name, value) in [("p50", { $0.p50 }), ("p99", { $0.p99 })] as [(String, (Latency) -> Double)] {
            let ratio = measured.map { $0.ratio(value) }.median
            table.add("\(name): fsync of 4 KiB, appended", milliseconds { value($0.disk) })
            table.add("  fdatasync of 4 KiB in place", milliseconds { value($0.diskInPlace) })
            table.add("  plain C libcurl loop, one at a time", milliseconds { value($0.loop) })
            table.add(
                "  from the post to the arrival", milliseconds { value($0.arrivals) }, ratio: ratio,
                limit: .atMost(mostRatio, ratio))
            table.add("  from the post to its answer", milliseconds { value($0.events.answers) })
            table.add("  posts behind their time", milliseconds { value($0.events.delays) })
        }
        let missing = measured.reduce(0) { $0 + $1.missing }
        table.add("events without a push", Number.text(Double(missing)), limit: .none(missing))
    }

    private func milliseconds(_ value: (Round) -> Double) -> String {
        Number.text(measured.map(value).median * 1000, digits: 2) + " ms"
    }
}
