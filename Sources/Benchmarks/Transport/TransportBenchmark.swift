/// Requests sent to an nghttpd over HTTP/2 and TLS on one connection, against a plain libcurl loop in C.
enum TransportBenchmark: Benchmark {
    static let name = "transport"

    private static let rounds = 9
    private static let requests = 20_000
    /// Not more: the answers to 100 come in pieces, and at each libcurl looks for the answer to every one of them.
    private static let window = 50

    static func run(in folder: TemporaryFolder) throws -> Table {
        let server = try NghttpdPeer(in: folder)
        defer { server.stop() }
        let load = TransportLoad(url: server.url, caFile: server.caFile, requests: requests, window: window)
        let peer = try PlainCurlLoop(in: folder)
        let others: [any TransportUnderTest] = [OurTransport(), try H2Load(in: folder)]
        var measured: [(peer: TransportResult, others: [TransportResult])] = []
        for _ in 0..<rounds {
            measured.append((try peer.run(load), try others.map { try $0.run(load) }))
        }
        var table = heading()
        add(peer, measured.map(\.peer), measured.map(\.peer), to: &table)
        for (index, other) in others.enumerated() {
            add(other, measured.map { $0.others[index] }, measured.map(\.peer), to: &table)
        }
        addFailures(measured.flatMap { [$0.peer] + $0.others }, to: &table)
        return table
    }

    private static func heading() -> Table {
        Table(
            """
            POSTs of \(SampleRequest.body.count) bytes to nghttpd -n1, \(window) at a time where it says no other \
            number, \(rounds) rounds of \(Number.text(Double(requests))) each, in turns
            """)
    }

    private static func add(
        _ transport: any TransportUnderTest, _ results: [TransportResult], _ peer: [TransportResult],
        to table: inout Table
    ) {
        let ratio = ratio(results, peer, \.perSecond)
        table.add(
            transport.name, Number.text(results.map(\.perSecond).median) + "/s", ratio: ratio,
            limit: transport.lowestRatio.map { .atLeast($0, ratio) })
        table.add(
            "  CPU for a request", Number.text(results.map(\.cpuMicroseconds).median, digits: 1) + " µs",
            ratio: self.ratio(results, peer, \.cpuMicroseconds))
        table.add("  connections", Number.text(results.map { Double($0.connections) }.median))
    }

    /// The median of what each round's value is of the peer's in the same round.
    private static func ratio(
        _ results: [TransportResult], _ peer: [TransportResult], _ value: (TransportResult) -> Double
    ) -> Double {
        zip(results, peer).map { value($0) / value($1) }.median
    }

    private static func addFailures(_ results: [TransportResult], to table: inout Table) {
        let failures = results.reduce(0) { $0 + $1.failures }
        table.add("requests not answered 200", Number.text(Double(failures)), limit: .none(failures))
    }
}
