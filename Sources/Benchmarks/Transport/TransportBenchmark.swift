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
        let load = TransportLoad(
            url: server.url, sample: .webhook, caFile: server.caFile, requests: requests, window: window)
        let turns = try TransportTurns(
            peer: PlainCurlLoop(in: folder), others: [OurTransport(), try H2Load(streams: 100, in: folder)],
            rounds: rounds
        ) { load }
        var table = heading()
        turns.addAll(to: &table)
        return table
    }

    private static func heading() -> Table {
        Table(
            """
            POSTs of \(SampleRequest.webhook.body.count) bytes to nghttpd -n1, \(window) at a time where it says no \
            other number, \(rounds) rounds of \(Number.text(Double(requests))) each, in turns
            """)
    }
}
