import TestSupport
import Testing

/// Clients of other makes, each skipped where it is not installed.
@Suite(.timeLimit(.minutes(20))) struct `Clients of other makes` {
    private static let big = 1_048_576
    /// What each script sends: see `ClientScripts`.
    private static let scripted = (0..<20).map { "\($0)".utf8.count * 100 } + [0, big, big]

    @Test(.enabled(if: ClientProgram.curl != nil, "curl is not installed"))
    func curl() throws {
        let server = try ClientServer()
        let curl = try #require(ClientProgram.curl)
        let plain = ["--silent", "--show-error", "--noproxy", "*", "--max-time", "20", "--data-binary"]
        let urls = Array(repeating: server.url, count: 4)
        let several = try server.run(curl, plain + ["@\(server.file(of: 250))"] + urls)
        #expect(several.code == 0)
        #expect(several.output.joined().utf8.count == 5 * 250)
        #expect(server.connections == 1)
        let big = "@\(server.file(of: Self.big))"
        let long = try server.run(curl, plain + [big, "--header", "Expect:"])
        #expect(long.output.joined().utf8.count == Self.big)
        let chunks = try server.run(
            curl, plain + [big, "--header", "Expect:", "--header", "Transfer-Encoding: chunked"])
        #expect(chunks.output.joined().utf8.count == Self.big)
        #expect(server.chunked == 1)
        // Longer than the test waits for: the answer alone lets the body go.
        let waiting = ["--header", "Expect: 100-continue", "--expect100-timeout", "60", "--dump-header", "-"]
        let expecting = try server.run(curl, plain + [big] + waiting)
        #expect(expecting.output.first == "HTTP/1.1 100 Continue\r")
        #expect(expecting.output.last?.utf8.count == Self.big)
        let old = try server.run(curl, plain + ["@\(server.file(of: 250))", "--http1.0"])
        #expect(old.output.joined().utf8.count == 250)
        #expect(server.bodies == Array(repeating: 250, count: 5) + [Self.big, Self.big, Self.big, 250])
    }

    @Test(.enabled(if: ClientProgram.python != nil, "python3 is not installed"))
    func `Python's http.client`() throws {
        try run(ClientProgram.python, "client.py", ClientScripts.httpClient)
    }

    @Test(.enabled(if: ClientProgram.pythonWithRequests != nil, "python3-requests is not installed"))
    func `Python's requests`() throws {
        try run(ClientProgram.pythonWithRequests, "client.py", ClientScripts.requests)
    }

    @Test(.enabled(if: ClientProgram.node != nil, "node is not installed"))
    func `Node's http with an agent`() throws {
        try run(ClientProgram.node, "client.js", ClientScripts.agent, expects: true)
    }

    @Test(.enabled(if: ClientProgram.node != nil, "node is not installed"))
    func `Node's fetch`() throws {
        try run(ClientProgram.node, "client.js", ClientScripts.fetch, mostConnections: 4)
    }

    @Test(.enabled(if: ClientProgram.java != nil, "java is not installed"))
    func `Java's HttpClient`() throws {
        try run(ClientProgram.java, "Client.java", ClientScripts.java, expects: true, mostConnections: 4)
    }

    /// `mostConnections`: of a client that does not always wait for its one connection to be free again.
    private func run(
        _ program: String?, _ name: String, _ script: String, expects: Bool = false, mostConnections: Int = 1
    ) throws {
        let server = try ClientServer()
        let result = try server.run(try #require(program), script: (name, script))
        #expect(result.code == 0, "\(result.errors)")
        #expect(server.bodies == Self.scripted + (expects ? [Self.big] : []))
        #expect(server.connections <= mostConnections)
        #expect(server.chunked == 1)
        #expect(server.expecting == (expects ? 1 : 0))
    }

    @Test(.enabled(if: ClientProgram.wrk != nil, "wrk is not installed"))
    func wrk() throws {
        let server = try ClientServer()
        let result = try server.run(try #require(ClientProgram.wrk), ["-t1", "-c8", "-d1s"])
        #expect(result.code == 0)
        #expect(!result.output.contains { $0.contains("Socket errors") || $0.contains("Non-2xx") }, "\(result.output)")
        // It probes the server by a connection more.
        #expect(8...9 ~= server.connections)
    }

    /// It speaks HTTP/1.0, and asks for connections to be kept.
    @Test(.enabled(if: ClientProgram.ab != nil, "ab is not installed"))
    func ab() throws {
        let server = try ClientServer()
        let options = ["-q", "-k", "-n", "1000", "-c", "8", "-T", "text/plain", "-p", server.file(of: 250)]
        let result = try server.run(try #require(ClientProgram.ab), options)
        #expect(result.code == 0)
        #expect(result.output.contains { $0.hasPrefix("Keep-Alive requests:") && $0.hasSuffix(" 1000") })
        #expect(result.output.contains { $0.hasPrefix("Failed requests:") && $0.hasSuffix(" 0") })
        #expect(!result.output.contains { $0.contains("Non-2xx") })
        #expect(server.connections == 8)
        #expect(server.bodies == Array(repeating: 250, count: 1000))
    }
}
