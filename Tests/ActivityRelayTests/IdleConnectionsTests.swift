import HTTPServer
import TestSupport
import Testing

/// What connections cost that wait for their next request.
@Suite(.timeLimit(.minutes(20))) struct `Idle connections` {
    private static let count = 10_000
    private static let mostBytesEach = 4096

    @Test(.enabled(if: DescriptorLimit.raise() >= count + 500, "the system gives this process too few descriptors"))
    func `10,000 cost less than 4 KiB each`() throws {
        let relay = try ServedRelay(
            configuration: #"{"limits":{"connections":11000}}"#,
            arguments: ["--listen", "127.0.0.1:0", "--store", "sqlite::memory:"])
        // What it grows to in use.
        for _ in 0..<200 { _ = try relay.get("/healthz") }
        let before = ProcessFigures(of: relay.process.id)
        let clients = try (0..<Self.count).map { _ in try HTTPClient(port: relay.port) }
        for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
        let after = ProcessFigures(of: relay.process.id)
        #expect(after.files.count >= Self.count)
        let each = (after.residentBytes - before.residentBytes) / Self.count
        #expect(each < Self.mostBytesEach, "\(each) bytes each")
        // The last one is as good as the first.
        #expect(try clients[0].request("GET", "/healthz").status == 200)
        #expect(try clients[Self.count - 1].request("GET", "/healthz").status == 200)
        #expect(relay.stop() == 0)
    }

    @Test func `are not bounded by a low limit of descriptors that may be raised`() throws {
        let script = #"ulimit -Sn 128; exec "$@""#
        let relay = try ServedRelay(under: ["/bin/sh", "-c", script, "sh"])
        let clients = try (0..<300).map { _ in try HTTPClient(port: relay.port) }
        for client in clients { #expect(try client.request("GET", "/healthz").status == 200) }
    }
}
