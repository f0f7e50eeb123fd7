import Glibc
import Synchronization
import Testing

@testable import HTTPServer

private let fields = "HTTP/1.1\r\nHost: a\r\n"
private func get(_ target: String) -> String { "GET \(target) \(fields)\r\n" }
private func post(_ target: String, _ body: String, _ more: String = "") -> String {
    "POST \(target) \(fields)Content-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
}

@Suite(.timeLimit(.minutes(20))) struct `Server on a socket` {
    @Test func `keeps a connection and answers pipelined requests in order`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(post("/", "one"))
        let first = try client.answer()
        #expect(first.status == 200)
        #expect(first.body == "one")
        #expect(first.head.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
        #expect(!first.saysClose)
        let rounds = server.handler.rounds
        try client.send(post("/", "a") + post("/", "b") + get("/"))
        #expect(try [client.answer().body, client.answer().body, client.answer().body] == ["a", "b", ""])
        #expect(server.handler.rounds == rounds + 1, "one hand-over for the three")
        #expect(server.server.openConnections == 1)
    }

    @Test func `answers from another thread, in order though given out of it`() throws {
        let server = try TestServer(loops: 2)
        let client = try server.connect()
        let other = try server.connect()
        for _ in 0..<50 {
            try client.send(post("/later", "a") + post("/later", "b") + post("/later", "c"))
            try other.send(post("/later", "d"))
            #expect(try [client.answer().body, client.answer().body, client.answer().body] == ["a", "b", "c"])
            #expect(try other.answer().body == "d")
        }
        #expect(eventually { server.server.openExchanges == 0 })
    }

    @Test func `answers one batch to connections of several loops`() throws {
        let server = try TestServer(loops: 3)
        let clients = try (0..<9).map { _ in try server.connect() }
        for (index, client) in clients.enumerated() { try client.send(get("/hold?\(index)")) }
        #expect(eventually { server.handler.heldCount == 9 })
        #expect(eventually { server.server.openExchanges == 9 })
        Exchange.respond(server.handler.takeHeld())
        for (index, client) in clients.enumerated() { #expect(try client.answer().body == "\(index)") }
    }

    @Test func `takes chunks in any pieces`() throws {
        let server = try TestServer()
        let client = try server.connect()
        let bytes =
            Array("POST / \(fields)Transfer-Encoding: chunked\r\n\r\n3;x=1\r\nab".utf8) + [0xC3, 13, 10]
            + Array("1\r\n".utf8) + [0xA9, 13, 10] + Array("0\r\nX-Trailer: 1\r\n\r\n".utf8)
        for byte in bytes { try client.send([byte]) }
        #expect(try client.answer().body == "abé")
        try client.send(bytes + Array(get("/").utf8))
        #expect(try client.answer().body == "abé")
        #expect(try client.answer().status == 200)
    }

    @Test func `sends 100 Continue at once and the answer after the body`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("POST / \(fields)Content-Length: 3000\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.answer().status == 100)
        try client.send(String(repeating: "x", count: 3000))
        #expect(try client.answer().body.count == 3000)
    }

    @Test func `answers HEAD without a body, and the next GET`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("HEAD / \(fields)Content-Length: 3\r\n\r\nabc" + post("/", "next"))
        let head = try client.answer(isHead: true)
        #expect(head.head.contains("\r\nContent-Length: 3\r\n"))
        #expect(try client.answer().body == "next")
    }

    @Test func `refuses a body by its length before it comes`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("POST / \(fields)Content-Length: 1000000\r\n\r\n")
        let answer = try client.answer()
        #expect(answer.status == 413)
        #expect(answer.saysClose)
        #expect(server.handler.handled == 0)
    }

    @Test func `lets its error answer be read after a large unread body`() throws {
        let server = try TestServer()
        for _ in 0..<20 {
            let client = try server.connect()
            let body = [UInt8](repeating: 65, count: 2_000_000)
            try client.send(Array("POST / \(fields)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
            #expect(try client.answer().status == 413)
            #expect(try client.rest().isEmpty)
        }
    }

    @Test func `answers by the head alone and keeps the connection if the body is small`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(post("/early", "small") + post("/", "next"))
        #expect(try client.answer().status == 401)
        #expect(try client.answer().body == "next")
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505), ("\u{16}\u{03}\u{01}", 400),
        ("POST / \(fields)Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("GET /\(String(repeating: "a", count: 9000)) \(fields)\r\n", 414),
        ("GET / \(fields)A: \(String(repeating: "a", count: 17000))\r\n\r\n", 431),
    ])
    func `answers a fault and closes`(_ request: String, _ status: Int) throws {
        let server = try TestServer()
        let client = try server.connect()
        let other = try server.connect()
        try client.send(request)
        let answer = try client.answer()
        #expect(answer.status == status)
        #expect(answer.saysClose)
        #expect(!answer.body.isEmpty)
        #expect(try client.rest().isEmpty)
        try other.send(post("/", "lives"))
        #expect(try other.answer().body == "lives")
    }

    @Test func `answers a client that has shut its write side`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(post("/later", "a") + post("/later", "b"))
        client.end()
        #expect(try client.answer().body == "a")
        #expect(try client.answer().body == "b")
        #expect(try client.rest().isEmpty)
        #expect(eventually { server.server.openConnections == 0 })
    }

    @Test func `serves HTTP 1.0 clients until the close`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try client.rest().hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `writes a large answer to a reader that is slower`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(get("/large") + get("/large"))
        #expect(try client.answer().body.count == 4_000_000)
        #expect(try client.answer().body.count == 4_000_000)
    }

    @Test func `pauses a client that sends more than it reads, and serves it to the end`() throws {
        let server = try TestServer { $0.requestsInFlight = 2 }
        let client = try server.connect()
        let count = 2000
        let bytes = Array(String(repeating: post("/later", "abc"), count: count).utf8)
        runOnThread { [client = Transfer(client)] in try? client.value.send(bytes) }
        for _ in 0..<count { #expect(try client.answer().body == "abc") }
    }

    @Test func `lives on when clients reset while it answers`() throws {
        let server = try TestServer()
        for index in 0..<200 {
            let client = try server.connect()
            try client.send(get(index % 2 == 0 ? "/large" : "/hold"))
            if index % 3 == 0 { #expect(eventually { server.handler.handled > index }) }
            client.reset()
        }
        #expect(eventually { server.server.openConnections == 0 })
        Exchange.respond(server.handler.takeHeld())
        #expect(eventually { server.server.openExchanges == 0 })
        let client = try server.connect()
        try client.send(post("/", "lives"))
        #expect(try client.answer().body == "lives")
    }

    @Test func `gives no client the answer to another, gone before it`() throws {
        let server = try TestServer()
        let gone = try server.connect()
        try gone.send(get("/hold?stale"))
        #expect(eventually { server.handler.heldCount == 1 })
        gone.reset()
        #expect(eventually { server.server.openConnections == 0 })
        // The next client has the slot of the one that was reset, and its request the same number.
        let next = try server.connect()
        try next.send(get("/hold?own"))
        #expect(eventually { server.handler.heldCount == 2 })
        let held = server.handler.takeHeld()
        Exchange.respond([held[0]])
        Exchange.respond([held[1]])
        #expect(try next.answer().body == "own")
    }

    @Test func `says in words that a port is in use`() throws {
        let server = try TestServer()
        let other = TestHandler()
        let second = try HTTPServer(handler: other)
        let error = #expect(throws: HTTPServerError.self) {
            try second.listen(on: .tcp(host: "127.0.0.1", port: server.port))
        }
        #expect(error?.description == "cannot listen on 127.0.0.1:\(server.port): address already in use")
        let unknown = #expect(throws: HTTPServerError.self) {
            try second.listen(on: .tcp(host: "127.0.0.1", port: 70000))
        }
        #expect(unknown?.description == "cannot listen on port 70000: a port is a number from 0 to 65535")
        second.shutdown()
    }

    @Test func `listens on localhost and on a UNIX socket`() throws {
        let server = try TestServer()
        let address = try server.server.listen(on: .tcp(host: "localhost", port: 0))
        guard case .tcp("localhost", let port) = address else {
            Issue.record("\(address)")
            return
        }
        let client = try TestClient(port: port)
        try client.send(post("/", "a"))
        #expect(try client.answer().body == "a")
        let path = "/tmp/http-server-test-\(getpid()).sock"
        defer { unlink(path) }
        #expect(try server.server.listen(on: .unix(path: path)) == .unix(path: path))
        let local = try TestClient(path: path)
        try local.send(post("/later", "b"))
        local.end()
        #expect(try local.answer().body == "b")
        #expect(try local.rest().isEmpty)
        #expect(throws: HTTPServerError.self) { try server.server.listen(on: .unix(path: path)) }
        server.server.stopAccepting()
        #expect(try server.server.listen(on: .unix(path: path)) == .unix(path: path), "an abandoned file is replaced")
    }

    @Test func `leaves a file that is no socket where it is`() throws {
        let server = try TestServer()
        let path = "/tmp/http-server-test-\(getpid()).txt"
        defer { unlink(path) }
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        #expect(throws: HTTPServerError.self) { try server.server.listen(on: .unix(path: path)) }
        #expect(access(path, F_OK) == 0)
    }

    @Test func `turns connections over the limit away with 503`() throws {
        let server = try TestServer { $0.connections = 2 }
        let clients = try [server.connect(), server.connect()]
        for client in clients {
            try client.send(get("/"))
            #expect(try client.answer().status == 200)
        }
        #expect(try server.connect().answer().status == 503)
        clients[0].close()
        #expect(eventually { server.server.openConnections == 1 })
        let next = try server.connect()
        try next.send(get("/"))
        #expect(try next.answer().status == 200)
    }

    @Test func `cuts slow heads and bodies by their total time, and serves others meanwhile`() throws {
        let server = try TestServer {
            $0.headTime = .milliseconds(200)
            $0.bodyTime = .milliseconds(200)
        }
        let head = try server.connect()
        let body = try server.connect()
        let good = try server.connect()
        try head.send("GET / HT")
        try body.send("POST / \(fields)Content-Length: 100\r\n\r\nab")
        for _ in 0..<20 {
            try good.send(post("/", "x"))
            #expect(try good.answer().body == "x")
            // A byte now and then gains nothing; the server may have cut it already.
            try? head.send("T")
            usleep(20_000)
        }
        #expect(try head.answer().status == 408)
        #expect(try body.answer().status == 408)
    }

    @Test func `closes idle connections without a word`() throws {
        let server = try TestServer { $0.idleTime = .milliseconds(100) }
        let client = try server.connect()
        try client.send(get("/"))
        #expect(try client.answer().status == 200)
        #expect(try client.rest().isEmpty)
    }

    @Test func `cuts a client that does not read`() throws {
        let server = try TestServer { $0.writingTime = .milliseconds(200) }
        let client = try server.connect()
        try client.send(String(repeating: get("/large"), count: 8))
        #expect(eventually { server.handler.handled > 0 })
        #expect(eventually { server.server.openConnections == 0 })
    }

    @Test func `stops accepting, drains and ends`() throws {
        let server = try TestServer(loops: 2)
        let idle = try server.connect()
        let busy = try server.connect()
        try idle.send(get("/"))
        #expect(try idle.answer().status == 200)
        try busy.send(get("/hold?x"))
        #expect(eventually { server.handler.heldCount == 1 })
        server.server.stopAccepting()
        #expect(throws: TestClient.Failure.self) { try server.connect() }

        let done = Flag()
        server.server.drain { done.set() }
        #expect(try idle.rest().isEmpty)
        #expect(!done.isSet)
        Exchange.respond(server.handler.takeHeld())
        let last = try busy.answer()
        #expect(last.body == "x")
        #expect(last.saysClose)
        busy.close()
        #expect(eventually { done.isSet })
        #expect(server.server.openConnections == 0)
        server.server.shutdown()
        server.server.shutdown()
    }

    @Test func `answers on open connections for a while when it drains with a delay`() throws {
        let server = try TestServer()
        let client = try server.connect()
        let idle = try server.connect()
        try idle.send(get("/"))
        #expect(try idle.answer().status == 200)
        server.server.drain(closeIdleAfter: .seconds(60))
        try client.send(post("/", "a"))
        let answer = try client.answer()
        #expect(answer.body == "a")
        #expect(answer.saysClose)
        #expect(server.server.openConnections >= 1)
        server.server.drain()
        #expect(try idle.rest().isEmpty)
    }
}

/// What one thread hands to another for good.
// Unchecked: the test uses it on one thread for sending and on another for receiving, which a socket allows.
struct Transfer<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A flag that another thread sets.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
