/// Our HTTP server with a handler that does nothing, against an nginx of two workers that answers 200.
enum HTTPBenchmark: Benchmark {
    static let name = "http"

    private static let rounds = 5
    /// Connections, and what of nginx's rate is to be reached with so many.
    private static let loads = [(connections: 1, lowest: 0.9), (16, 1.0), (64, 1.0), (256, 0.9)]

    static func run(in folder: TemporaryFolder) throws -> Table {
        let load = try FixedLoad(in: folder)
        let nginx = try NginxPeer(in: folder)
        defer { nginx.stop() }
        let server = try NullServer()
        defer { server.stop() }
        var table = Table(
            "POST of 250 bytes, connections kept, wrk -t1, \(rounds) rounds of 2 s each, nginx and the server in turns")
        var failures = 0
        for (connections, lowest) in loads {
            let rounds = try (0..<rounds).map { _ in
                try HTTPRound(connections: connections, by: load, nginx, server)
            }
            add(rounds, connections: connections, lowest: lowest, to: &table)
            failures += rounds.reduce(0) { $0 + $1.ours.failures }
        }
        table.add("requests not answered 2xx", Number.text(Double(failures)), limit: .none(failures))
        return table
    }

    private static func add(_ rounds: [HTTPRound], connections: Int, lowest: Double, to table: inout Table) {
        let ratio = rounds.map(\.ratio).median
        let p99Ratio = rounds.map(\.p99Ratio).median
        let kind = connections == 1 ? "1 connection" : "\(connections) connections"
        table.add("nginx, return 200, \(kind)", rate(rounds.map(\.nginx.perSecond)), ratio: 1)
        table.add("server, \(kind)", rate(rounds.map(\.ours.perSecond)), ratio: ratio, limit: .atLeast(lowest, ratio))
        table.add("  p99", milliseconds(rounds.map(\.ours.p99)), ratio: p99Ratio, limit: .atMost(1, p99Ratio))
        let cpu = rounds.map(\.ourCPU).median
        let nginxCPU = rounds.map(\.nginxCPU).median
        table.add("  CPU for a request", Number.text(cpu, digits: 1) + " µs", ratio: cpu / nginxCPU)
    }

    private static func rate(_ values: [Double]) -> String {
        Number.text(values.median) + "/s"
    }

    private static func milliseconds(_ microseconds: [Double]) -> String {
        Number.text(microseconds.median / 1000, digits: 3) + " ms"
    }
}
