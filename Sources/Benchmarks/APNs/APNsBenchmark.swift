/// Pushes to a simulator of APNs on one connection, against a plain libcurl loop in C and a library of Python.
enum APNsBenchmark: Benchmark {
    static let name = "apns"

    private static let rounds = 15
    /// Not more: when its streams have been in use for a second, our sender opens another connection.
    private static let requests = 5000
    private static let window = 50
    /// The simulator must be faster than any sender that is measured with it, by so much.
    private static let lowestSimulatorRatio = 1.5
    private static let lowestRatioToAioapns = 10.0

    static func run(in folder: TemporaryFolder) throws -> Table {
        let simulator = try SimulatorPeer(in: folder)
        defer { simulator.stop() }
        let work = try APNsPushes(to: simulator)
        let others: [any TransportUnderTest] = [
            OurAPNsSender(work),
            try H2Load(streams: window, lowestRatio: lowestSimulatorRatio, in: folder),
            try Aioapns(simulator, concurrency: window, in: folder),
        ]
        let turns = try TransportTurns(
            peer: PlainCurlLoop(in: folder), others: others, rounds: rounds,
            peerCPUSeconds: { simulator.cpuSeconds }
        ) { try work.load(requests: requests, window: window) }
        var table = try heading(work)
        turns.addAll(to: &table)
        let ratio = turns.ratio(ofOther: 0, to: others.count - 1)
        table.add(
            "APNsSender, of aioapns", "", ratio: ratio, limit: .atLeast(lowestRatioToAioapns, ratio))
        addCounts(try simulator.counts(), to: &table)
        return table
    }

    private static func heading(_ work: APNsPushes) throws -> Table {
        let bytes = try work.load(requests: 1, window: 1).sample.body.count
        return Table(
            """
            pushes of \(bytes) bytes to apns-simulator, one connection, \(window) at a time, \(rounds) rounds of \
            \(Number.text(Double(requests))) each (aioapns a \(Aioapns.share)th), in turns
            """)
    }

    private static func addCounts(_ counts: SimulatorCounts, to table: inout Table) {
        table.add("pushes refused", Number.text(Double(counts.refused)), limit: .none(counts.refused))
        table.add(
            "objections of devices", Number.text(Double(counts.objections)), limit: .none(counts.objections))
    }
}
