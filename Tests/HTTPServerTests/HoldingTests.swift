import Testing

@testable import HTTPServer

/// What a server holds for all its connections together.
@Suite(.timeLimit(.minutes(20))) struct `What is held` {
    private static let limit = 512 * 1024

    private static func head(_ length: Int, _ path: String = "/") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
    }

    private static func server() throws -> TestServer {
        try TestServer { limits in limits.heldBytes = limit }
    }

    /// Clients that say a length and send all of the body but one byte, until one is answered; and its answer.
    private static func flood(_ server: TestServer, _ length: Int) throws -> ([TestClient], TestClient.Answer?) {
        var clients: [TestClient] = []
        for _ in 0..<200 {
            let client = try server.connect()
            clients.append(client)
            let before = server.server.heldBytes
            try client.send(head(length))
            // It is counted as promised, or refused.
            let isPromised = eventually { server.server.heldBytes >= before + length || client.hasInput }
            guard isPromised, !client.hasInput else { return (clients, try client.answer()) }
            try client.send([UInt8](repeating: 65, count: length - 1))
        }
        return (clients, nil)
    }

    @Test func `bodies that were promised are refused past a share, before they are read, and small ones taken`() throws
    {
        let server = try Self.server()
        let (clients, answer) = try Self.flood(server, 100_000)
        #expect(answer?.status == 503)
        #expect(clients.count == 3)
        #expect(server.server.heldBytes <= Self.limit)
        let client = try server.connect()
        for _ in 0..<100 {
            try client.send(Self.head(2) + "hi")
            #expect(try client.answer().body == "hi")
        }
    }

    @Test func `a connection whose body was refused goes on`() throws {
        let server = try Self.server()
        let (clients, answer) = try Self.flood(server, 60_000)
        #expect(answer?.status == 503)
        let client = try #require(clients.last)
        try client.send([UInt8](repeating: 65, count: 60_000))
        try client.send(Self.head(2) + "hi")
        #expect(try client.answer().body == "hi")
    }

    @Test func `a body in chunks is refused when it comes to more than a share`() throws {
        let server = try Self.server()
        let client = try server.connect()
        try client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = "8000\r\n" + String(repeating: "A", count: 0x8000) + "\r\n"
        for _ in 0..<7 { try client.send(chunk) }
        let answer = try client.answer()
        #expect(answer.status == 503)
        #expect(answer.saysClose)
    }

    @Test func `answers that are not taken are bounded together, and small ones are given`() throws {
        let limit = 32 * 1024 * 1024
        let server = try TestServer { $0.heldBytes = limit }
        let clients = try (0..<12).map { _ in try server.connect() }
        for client in clients {
            try client.send(String(repeating: Self.head(0, "/large"), count: 8))
        }
        let small = try server.connect()
        // More than half of it waits: a further answer of that size is more than a share.
        #expect(eventually { server.server.heldBytes > limit / 2 - TestHandler.largeBytes })
        for _ in 0..<1000 {
            try small.send(Self.head(2) + "hi")
            #expect(try small.answer().body == "hi")
            #expect(server.server.heldBytes <= limit)
        }
        // Whoever reads then has an answer to each request.
        for _ in 0..<8 { #expect([200, 503].contains(try clients[0].answer().status)) }
    }

    @Test func `all of it is given back, whatever becomes of the connections`() throws {
        let server = try Self.server()
        for index in 0..<30 {
            let client = try server.connect()
            switch index % 6 {
            case 0: try client.send(Self.head(50_000))
            case 1: try client.send(Self.head(50_000) + "half of it")
            case 2: try client.send("POST / HTTP/1.1\r\nHost: a\r\nX: half of a head")
            case 3: try client.send(Self.head(10, "/hold"))
            case 4:
                try client.send(Self.head(4, "/later") + "body")
                #expect(try client.answer().body == "body")
            default: try client.send(String(repeating: Self.head(0, "/large"), count: 16))
            }
            if index % 2 == 0 { client.reset() } else { client.close() }
        }
        #expect(eventually { server.server.openConnections == 0 })
        #expect(eventually { server.server.heldBytes == 0 })
    }

    @Test func `a share is a quarter of what is left, and an ordinary request at least`() {
        #expect(Allowance.of(limit: 1_000_000, held: 0) == 250_000)
        #expect(Allowance.of(limit: 1_000_000, held: 600_000) == 100_000)
        #expect(Allowance.of(limit: 1_000_000, held: 2_000_000) == Allowance.least)
    }
}
