import Glibc
import Synchronization
import Testing

@testable import HTTPServer

private func get(_ target: String, _ more: String = "") -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\(more)\r\n" }

extension TestServer {
    /// The stream of that number, once it has begun.
    fileprivate func stream(_ index: Int = 0) throws -> Exchange {
        #expect(eventually { self.handler.streams.count > index })
        return try #require(handler.streams.count > index ? handler.streams[index] : nil)
    }

    /// Waits until so many streams are over.
    fileprivate func isOver(_ count: Int = 1) -> Bool { eventually { self.handler.streamsOver == count } }
}

private func send(_ text: String, _ exchange: Exchange) {
    Exchange.send([(exchange, .chunk(StreamChunk(Array(text.utf8))))])
}

private func end(_ exchange: Exchange) { Exchange.send([(exchange, .end)]) }

@Suite(.timeLimit(.minutes(20))) struct `Streamed answers` {
    @Test func `go out in chunks as they come, and the connection goes on after the last`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(get("/stream"))
        let head = try client.takeHead()
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
        #expect(head.contains("\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"))
        #expect(!head.contains("Content-Length") && !head.contains("Connection"))
        let stream = try server.stream()
        send("one", stream)
        #expect(try client.take("3\r\none\r\n") == "3\r\none\r\n")
        let long = String(repeating: "x", count: 300)
        Exchange.send([
            (stream, .chunk(StreamChunk(Array(long.utf8)))), (stream, .chunk(StreamChunk([]))), (stream, .end),
        ])
        #expect(try client.take("12c\r\n\(long)\r\n0\r\n\r\n") == "12c\r\n\(long)\r\n0\r\n\r\n")
        #expect(server.isOver())
        try client.send(get("/"))
        #expect(try client.answer().status == 200)
        #expect(server.server.openExchanges == 0)
    }

    @Test func `end with the connection for HTTP/1.0, without chunks`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let head = try client.takeHead()
        #expect(!head.contains("Transfer-Encoding") && !head.contains("Content-Length"))
        #expect(head.contains("\r\nConnection: close\r\n"))
        let stream = try server.stream()
        send("one", stream)
        #expect(try client.take("one") == "one")
        send("two", stream)
        end(stream)
        #expect(try client.rest() == "two")
        #expect(server.isOver())
    }

    @Test func `close the connection after the last chunk where the client asks for it`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(get("/stream", "Connection: close\r\n"))
        #expect(try client.takeHead().contains("\r\nConnection: close\r\n"))
        let stream = try server.stream()
        send("one", stream)
        end(stream)
        #expect(try client.rest() == "3\r\none\r\n0\r\n\r\n")
        #expect(server.isOver())
    }

    @Test func `are a head alone for HEAD`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send("HEAD /stream HTTP/1.1\r\nHost: a\r\n\r\n" + get("/hold?next"))
        let head = try client.takeHead()
        #expect(head.contains("\r\nTransfer-Encoding: chunked\r\n"))
        #expect(server.isOver())
        send("unheard", try server.stream())
        #expect(eventually { server.handler.heldCount == 1 })
        Exchange.respond(server.handler.takeHeld())
        #expect(try client.answer().body == "next")
    }

    @Test func `come in turn: what is before is answered first, what is behind waits`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(get("/hold?first") + get("/stream") + get("/hold?last"))
        let stream = try server.stream()
        send("early", stream)
        #expect(eventually { server.handler.heldCount >= 1 })
        Exchange.respond(server.handler.takeHeld())
        #expect(try client.answer().body == "first")
        #expect(try client.takeHead().contains("chunked"))
        #expect(try client.take("5\r\nearly\r\n") == "5\r\nearly\r\n")
        end(stream)
        #expect(try client.take("0\r\n\r\n") == "0\r\n\r\n")
        #expect(eventually { server.handler.heldCount == 1 })
        Exchange.respond(server.handler.takeHeld())
        #expect(try client.answer().body == "last")
    }

    @Test func `are over at once when the client closes or resets, also where it sent more`() throws {
        let server = try TestServer()
        for (index, more) in ["", get("/"), ""].enumerated() {
            let client = try server.connect()
            try client.send(get("/stream"))
            _ = try client.takeHead()
            try client.send(more)
            if index == 2 { client.reset() } else { client.close() }
            #expect(server.isOver(index + 1))
        }
        #expect(eventually { server.server.openConnections == 0 })
    }

    @Test func `end whole for a client that has shut its write side, and what it sent before is answered`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(get("/stream") + get("/"))
        client.end()
        let rest = try client.rest()
        #expect(rest.contains("chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n"))
        #expect(server.isOver())
    }

    @Test func `are cut where their reader takes nothing, and others go on`() throws {
        let server = try TestServer { $0.streamBytes = 100_000 }
        let slow = try server.connect()
        let quick = try server.connect()
        for client in [slow, quick] {
            try client.send(get("/stream"))
            _ = try client.takeHead()
        }
        let piece = StreamChunk([UInt8](repeating: 65, count: 65_536))
        let text = "10000\r\n" + String(repeating: "A", count: 65_536) + "\r\n"
        let streams = [try server.stream(0), try server.stream(1)]
        var rounds = 0
        while server.handler.streamsOver == 0, rounds < 1000 {
            Exchange.send(streams.map { ($0, .chunk(piece)) })
            #expect(try quick.take(text) == text)
            rounds += 1
        }
        #expect(server.isOver())
        #expect(eventually { server.server.openConnections == 1 })
        Exchange.send(streams.map { ($0, .end) })
        #expect(try quick.take("0\r\n\r\n") == "0\r\n\r\n")
        #expect(server.counters.slowStreams == 1 && server.counters.expiredStreams == 0)
    }

    @Test func `are cut where their reader takes nothing for too long`() throws {
        let server = try TestServer { $0.writingTime = .milliseconds(100) }
        let client = try server.connect()
        try client.send(get("/stream"))
        _ = try client.takeHead()
        Exchange.send([(try server.stream(), .chunk(StreamChunk([UInt8](repeating: 65, count: 30_000_000))))])
        #expect(eventually { server.server.openConnections == 0 })
        #expect(server.isOver())
        #expect(server.counters.slowStreams == 1)
    }

    @Test func `take a single piece of any length`() throws {
        let server = try TestServer { $0.streamBytes = 10 }
        let client = try server.connect()
        try client.send(get("/stream", "Connection: close\r\n"))
        let stream = try server.stream()
        Exchange.send([(stream, .chunk(StreamChunk([UInt8](repeating: 65, count: 3_000_000)))), (stream, .end)])
        #expect(try client.rest().utf8.count > 3_000_000)
        #expect(server.isOver())
    }

    @Test func `send comments while nothing else is to be said, past the times of idle connections`() throws {
        let server = try TestServer {
            $0.idleTime = .milliseconds(100)
            $0.bodyTime = .milliseconds(100)
            $0.streamCommentTime = .milliseconds(150)
        }
        let client = try server.connect()
        try client.send(get("/stream"))
        _ = try client.takeHead()
        for _ in 0..<4 { #expect(try client.take("3\r\n:\n\n\r\n") == "3\r\n:\n\n\r\n") }
        end(try server.stream())
        #expect(try client.rest() == "0\r\n\r\n", "then the idle connection is closed")
    }

    @Test func `end when they have lasted as long as they may`() throws {
        let server = try TestServer { $0.streamCommentTime = .milliseconds(100) }
        let client = try server.connect()
        try client.send(get("/stream?1"))
        _ = try client.takeHead()
        #expect(try client.take("0\r\n\r\n") == "0\r\n\r\n")
        #expect(server.isOver())
        #expect(server.counters.expiredStreams == 1 && server.counters.slowStreams == 0)
        try client.send(get("/"))
        #expect(try client.answer().status == 200)
    }

    @Test func `end whole when the server drains, those that begin then too`() throws {
        let server = try TestServer()
        let client = try server.connect()
        let late = try server.connect()
        try client.send(get("/stream"))
        _ = try client.takeHead()
        try late.send(get("/hold"))
        #expect(eventually { server.handler.heldCount == 1 })
        send("last", try server.stream())
        server.server.drain()
        #expect(try client.rest() == "4\r\nlast\r\n0\r\n\r\n")
        let head = Response(status: 200)
        for (exchange, _) in server.handler.takeHeld() { exchange.begin(head) {} }
        let rest = try late.rest()
        #expect(rest.contains("Connection: close\r\n\r\n0\r\n\r\n"))
        #expect(server.isOver())
        #expect(eventually { server.server.openConnections == 0 })
    }

    @Test func `are told to be over where nobody is there any more to hear them`() throws {
        let server = try TestServer()
        let client = try server.connect()
        try client.send(get("/hold"))
        #expect(eventually { server.handler.heldCount == 1 })
        let held = server.handler.takeHeld()
        Exchange.respond(held)
        #expect(try client.answer().status == 200)
        let over = ServerCounters()
        for (exchange, _) in held {
            exchange.begin(Response(status: 200)) { over.exchanges.add(1, ordering: .relaxed) }
        }
        #expect(eventually { over.exchanges.load(ordering: .relaxed) == 1 }, "it was answered already")
        client.close()
        #expect(eventually { server.server.openConnections == 0 })
        for (exchange, _) in held {
            exchange.begin(Response(status: 200)) { over.exchanges.add(1, ordering: .relaxed) }
        }
        #expect(eventually { over.exchanges.load(ordering: .relaxed) == 2 }, "it has gone")
    }

    @Test func `a reader that takes nothing does not hold up a server that drains`() throws {
        let server = try TestServer { $0.lingerTime = .milliseconds(100) }
        let client = try server.connect()
        try client.send(get("/stream"))
        _ = try client.takeHead()
        Exchange.send([(try server.stream(), .chunk(StreamChunk([UInt8](repeating: 65, count: 30_000_000))))])
        server.server.drain()
        #expect(eventually { server.server.openConnections == 0 })
        #expect(server.isOver())
        #expect(throws: (any Error).self) { if try client.rest().hasSuffix("0\r\n\r\n") == false { throw CutShort() } }
    }

    private struct CutShort: Error {}

    @Test func `whose turn has not come and whose client has ended are watched for that no more`() throws {
        var machine = ConnectionMachine(
            limits: ConnectionLimits(ServerLimits()), peer: PeerAddress(kind: .local), now: 0)
        let bytes = Array((get("/hold") + get("/stream")).utf8)
        var position = 0
        var numbers: [UInt32] = []
        while numbers.count < 2 {
            switch machine.receive(bytes.span, &position, now: 0) {
            case .decide(let head):
                machine.decided(
                    .accept(maxBodyBytes: 0), on: head, bodyHasBegun: false, date: [], now: 0)
            case .handle(_, let number): numbers.append(number)
            case .wait, .refuse, .close:
                Issue.record("both requests are whole")
                return
            }
        }
        let stream = OutgoingStream(StreamLease {}, lasts: .max)
        machine.begin(numbers[1], Response(status: 200), stream, date: [], now: 0)
        #expect(machine.awaitsPeerEnd && machine.isStreaming)
        machine.endStreams(date: [], now: 0)
        #expect(!machine.awaitsPeerEnd && machine.isStreaming)
        machine.answer(numbers[0], Response(status: 200), date: [], now: 0)
        #expect(!machine.isStreaming && machine.slots.isEmpty)
    }
}
