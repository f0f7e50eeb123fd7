import Testing

@testable import HTTPServer

/// A machine with a peer made of strings and a hand-moved clock.
private struct Line {
    static let second: Int64 = 1_000_000_000
    static let date = Array("Date: D\r\n".utf8)

    var machine: ConnectionMachine
    var now: Int64 = 0
    var input: [UInt8] = []
    /// What was handed over: number and body.
    var handled: [(number: UInt32, body: String)] = []
    var faults: [Int] = []
    var isClosed = false
    var decision = HeadDecision.accept(maxBodyBytes: 1000)

    init(_ change: (inout ServerLimits) -> Void = { _ in }) {
        var limits = ServerLimits()
        change(&limits)
        machine = ConnectionMachine(limits: ConnectionLimits(limits), peer: PeerAddress(kind: .local), now: 0)
    }

    /// The peer sends `text`; the owner does what the machine says.
    mutating func receive(_ text: String) {
        input += Array(text.utf8)
        goOn()
    }

    /// Goes on with what was left.
    mutating func goOn() {
        let bytes = input
        var position = 0
        while !isClosed {
            let action = machine.receive(bytes.span, &position, now: now)
            guard perform(action, bodyHasBegun: position < bytes.count) else { break }
        }
        input.removeFirst(position)
    }

    mutating func perform(_ action: ConnectionMachine.Action, bodyHasBegun: Bool) -> Bool {
        switch action {
        case .wait: return false
        case .close:
            isClosed = true
            return false
        case .decide(let head):
            machine.decided(decision, on: head, bodyHasBegun: bodyHasBegun, date: Self.date, now: now)
        case .handle(let request, let number):
            handled.append((number, String(decoding: request.body, as: UTF8.self)))
        case .refuse(let fault):
            faults.append(fault.status)
            let response = Response(status: fault.status, body: Array("no".utf8))
            machine.refused(fault, with: response, bodyHasBegun: bodyHasBegun, date: Self.date, now: now)
        }
        return true
    }

    mutating func answer(_ number: UInt32, _ body: String, closes: Bool = false) {
        let response = Response(status: 200, body: Array(body.utf8), closes: closes)
        machine.answer(number, response, date: Self.date, now: now)
    }

    mutating func pass(_ seconds: Double) {
        now += Int64(seconds * Double(Self.second))
        _ = perform(machine.timePassed(now: now), bodyHasBegun: true)
    }

    mutating func peerEnds() {
        _ = perform(machine.peerEnded(), bodyHasBegun: false)
    }

    /// What the peer would read now; it takes everything.
    mutating func written() -> String {
        let text = machine.output.withUnwritten { String(decoding: $0, as: UTF8.self) }
        machine.wrote(text.utf8.count, now: now)
        return text
    }

    mutating func settle() -> ConnectionMachine.Outlook { machine.settle(now: now) }

    static func ok(_ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }
}

private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
private func post(_ body: String, _ fields: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
}
private let close = "Connection: close\r\n"

@Suite struct `Connection machine` {
    @Test func `answers in the order of the requests (RFC 9112, 9.3.2)`() {
        var line = Line()
        line.receive(post("one") + post("two") + post("three"))
        #expect(line.handled.map(\.body) == ["one", "two", "three"])
        let numbers = line.handled.map(\.number)
        line.answer(numbers[2], "3")
        line.answer(numbers[1], "2")
        #expect(line.written().isEmpty)
        #expect(line.machine.unanswered == 1)
        line.answer(numbers[0], "1")
        #expect(line.written() == Line.ok("1") + Line.ok("2") + Line.ok("3"))
        #expect(line.settle() == .stays)
        #expect(line.machine.isIdle)
    }

    @Test func `takes the first answer to a request only`() {
        var line = Line()
        line.receive(get + get)
        line.answer(1, "b")
        line.answer(1, "x")
        line.answer(0, "a")
        line.answer(0, "x")
        line.answer(1, "x")
        line.answer(7, "x")
        #expect(line.written() == Line.ok("a") + Line.ok("b"))
    }

    @Test func `after a request that goes alone nothing is read before it is answered and the answer taken`() {
        var line = Line { $0.outgoingBytes = 100 }
        line.decision = .accept(maxBodyBytes: 1000, goesAlone: true)
        line.receive(get + get)
        #expect(line.handled.map(\.number) == [0])
        #expect(!line.machine.wantsToRead)
        line.answer(0, String(repeating: "a", count: 100))
        line.goOn()
        #expect(line.handled.count == 1)
        #expect(line.written().count > 100)
        line.goOn()
        #expect(line.handled.map(\.number) == [0, 1])
    }

    @Test func `less may wait where less is left, and what is held is known`() {
        var line = Line()
        #expect(line.machine.heldBytes == 0)
        line.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n")
        #expect(line.machine.heldBytes > 900)
        line.receive(String(repeating: "b", count: 900) + get + get)
        #expect(line.machine.heldBytes > 900 + 2 * get.utf8.count)
        line.machine.allowance = 500
        line.answer(0, String(repeating: "a", count: 600))
        #expect(!line.machine.wantsToRead)
        #expect(line.written().count > 600)
        #expect(line.machine.wantsToRead)
        line.answer(1, "")
        line.answer(2, "")
        _ = line.written()
        #expect(line.machine.heldBytes == 0)
    }

    @Test func `numbers go round`() {
        var line = Line()
        line.machine.firstNumber = .max
        line.receive(get + get)
        line.answer(0, "b")
        line.answer(.max, "a")
        #expect(line.written() == Line.ok("a") + Line.ok("b"))
    }

    @Test func `pauses at the bound of requests and goes on`() {
        var line = Line { $0.requestsInFlight = 2 }
        line.receive(get + get + get)
        #expect(line.handled.count == 2)
        #expect(!line.machine.wantsToRead)
        #expect(line.input.count == get.utf8.count)
        line.answer(0, "")
        #expect(line.machine.wantsToRead)
        line.goOn()
        #expect(line.handled.count == 3)
        #expect(line.input.isEmpty)
    }

    @Test func `pauses at the bound of bodies and of answers`() {
        var bodies = Line { $0.bytesInFlight = 5 }
        bodies.receive(post("abc") + post("def") + post("ghi"))
        #expect(bodies.handled.count == 2)
        bodies.answer(0, "")
        #expect(bodies.machine.wantsToRead)

        var answers = Line { $0.outgoingBytes = 10 }
        answers.receive(get)
        answers.answer(0, "long enough")
        #expect(!answers.machine.wantsToRead)
        _ = answers.written()
        #expect(answers.machine.wantsToRead)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "", ConnectionMachine.Outlook.stays),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "Connection: close\r\n", .shutsWriting),
        ("GET / HTTP/1.0\r\n\r\n", "Connection: close\r\n", .shutsWriting),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "Connection: keep-alive\r\n", .stays),
    ])
    func `closes where the client wants it (RFC 9112, 9.3)`(
        _ request: String, _ fields: String, _ outlook: ConnectionMachine.Outlook
    ) {
        var line = Line()
        line.receive(request + get)
        line.answer(0, "a")
        #expect(line.written() == Line.ok("a", fields))
        #expect(line.handled.count == (outlook == .stays ? 2 : 1))
        line.answer(1, "")
        _ = line.written()
        #expect(line.settle() == outlook)
    }

    @Test func `says nothing after an answer that closes`() {
        var line = Line()
        line.receive(get + get + get)
        line.answer(2, "c")
        line.answer(0, "a", closes: true)
        line.answer(1, "b")
        #expect(line.written() == Line.ok("a", close))
        #expect(line.settle() == .shutsWriting)
        line.receive(get)
        #expect(line.handled.count == 3)
        line.peerEnds()
        #expect(line.isClosed)
    }

    @Test(arguments: ["HEAD /a b HTTP/1.1", "HEAD / HTTP/9.9", "HEAD /", "HEAD /\u{7F} HTTP/1.1"])
    func `leaves out the body where the line of a HEAD is broken`(_ request: String) {
        var line = Line()
        line.receive(request + "\r\n\r\n")
        let answer = line.written()
        #expect(answer.hasPrefix("HTTP/1.1 \(line.faults[0]) "))
        #expect(answer.hasSuffix("\r\n\r\n") && answer.contains("Content-Length: 2\r\n"))
        var other = Line()
        other.receive("HEADS" + request.dropFirst(4) + "\r\n\r\n")
        #expect(other.written().hasSuffix("\r\n\r\nno"))
    }

    @Test func `leaves out the body with HEAD, 204 and 304 (RFC 9110, 8.6 and 9.3.2)`() {
        var line = Line()
        line.receive("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + get + get)
        line.answer(0, "abc")
        for (number, status) in [(1, 204), (2, 304)] as [(UInt32, Int)] {
            let response = Response(status: status, contentType: "text/plain", body: [65])
            line.machine.answer(number, response, date: Line.date, now: 0)
        }
        #expect(
            line.written() == "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 3\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\nDate: D\r\n\r\nHTTP/1.1 304 Not Modified\r\nDate: D\r\n\r\n")
    }

    @Test func `writes fields in order and lets no value add a line`() {
        var line = Line()
        line.receive(get)
        let response = Response(
            status: 299, contentType: "a\r\nb", headers: [("X", "1\r\nSet-Cookie: x\0y"), ("Retry-After", "5")],
            body: [65], closes: true)
        line.machine.answer(0, response, date: Line.date, now: 0)
        #expect(
            line.written() == "HTTP/1.1 299 \r\nDate: D\r\nContent-Type: a  b\r\nContent-Length: 1\r\n"
                + "X: 1  Set-Cookie: x y\r\nRetry-After: 5\r\nConnection: close\r\n\r\nA")
    }

    // MARK: Expectations (RFC 9110, 10.1.1)

    static let expecting = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"

    @Test func `asks for the body once the head was accepted`() {
        var line = Line()
        line.receive(Self.expecting)
        #expect(line.written() == "HTTP/1.1 100 Continue\r\n\r\n")
        line.receive("abc")
        #expect(line.handled.map(\.body) == ["abc"])
    }

    @Test func `does not ask for a body that has begun to come`() {
        var line = Line()
        line.receive(Self.expecting + "a")
        #expect(line.written().isEmpty)
        line.receive("bc")
        #expect(line.handled.map(\.body) == ["abc"])
    }

    @Test func `asks for a body only after the answers to earlier requests`() {
        var line = Line()
        line.receive(get + Self.expecting)
        #expect(line.written().isEmpty)
        line.pass(100)
        #expect(line.faults.isEmpty, "the client cannot send yet")
        line.answer(0, "a")
        #expect(line.written() == Line.ok("a") + "HTTP/1.1 100 Continue\r\n\r\n")
    }

    @Test func `closes after an answer that takes the place of 100`() {
        var line = Line()
        line.decision = .answer(Response(status: 200))
        line.receive(Self.expecting)
        #expect(line.written() == Line.ok("", close))
        #expect(line.settle() == .shutsWriting)
    }

    @Test func `answers 417 to another expectation, and ignores it in HTTP 1.0`() {
        var line = Line()
        line.receive("GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n" + get)
        #expect(line.faults == [417])
        #expect(line.handled.count == 1)
        var old = Line()
        old.receive("GET / HTTP/1.0\r\nExpect: tea\r\n\r\n")
        #expect(old.handled.count == 1)
    }

    // MARK: Unwanted bodies and faults

    @Test func `reads a small unwanted body to its end`() {
        var line = Line()
        line.decision = .answer(Response(status: 200))
        line.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nGET")
        #expect(line.written() == Line.ok(""), "the answer does not wait for the body")
        line.decision = .accept(maxBodyBytes: 10)
        line.receive(" / " + get)
        #expect(line.handled.count == 1)
    }

    @Test func `closes after the answer to a large unwanted body`() {
        var line = Line { $0.skippedBytes = 5 }
        line.decision = .answer(Response(status: 200))
        line.receive(post("too long"))
        #expect(line.written() == Line.ok("", close))
        #expect(line.settle() == .shutsWriting)
        #expect(line.input.isEmpty)
    }

    @Test func `answers 413 before the body and goes on if it is small`() {
        var line = Line()
        line.decision = .accept(maxBodyBytes: 2)
        line.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n")
        #expect(line.faults == [413])
        #expect(line.written().hasPrefix("HTTP/1.1 413 "))
        line.receive("abc" + get)
        #expect(line.handled.count == 1)
    }

    @Test func `answers 501 to an unknown method and goes on`() {
        var line = Line()
        line.receive("BREW / HTTP/1.1\r\nHost: a\r\n\r\n" + get)
        #expect(line.faults == [501])
        #expect(line.handled.count == 1)
        #expect(line.settle() == .stays)
    }

    @Test func `answers a fault after the requests before it, then lingers`() {
        var line = Line()
        line.receive(get + "GET / HTTP/1.1\r\n\r\n" + get)
        #expect(line.faults == [400])
        #expect(line.handled.count == 1)
        #expect(line.written().isEmpty)
        line.answer(0, "a")
        let text = line.written()
        #expect(text.hasPrefix(Line.ok("a") + "HTTP/1.1 400 Bad Request\r\n"))
        #expect(text.hasSuffix("Connection: close\r\n\r\nno"))
        #expect(line.settle() == .shutsWriting)
        #expect(line.machine.wantsToRead)
    }

    @Test func `lingers within a bound of bytes and time`() {
        var line = Line { $0.lingerBytes = 10 }
        line.receive("bad\r\n")
        _ = line.written()
        #expect(line.settle() == .shutsWriting)
        line.receive("0123456789")
        #expect(line.isClosed == false)
        var other = line
        line.receive("x")
        #expect(line.isClosed)
        other.pass(1.9)
        #expect(!other.isClosed)
        other.pass(0.2)
        #expect(other.isClosed)
    }

    // MARK: The peer ends

    @Test func `answers a client that has shut its write side`() {
        var line = Line()
        line.receive(get)
        line.peerEnds()
        #expect(line.settle() == .stays)
        #expect(!line.machine.wantsToRead)
        line.answer(0, "a")
        #expect(line.written() == Line.ok("a"))
        #expect(line.settle() == .closes)
    }

    @Test(arguments: ["GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab"])
    func `tells a client that ended within a request`(_ part: String) {
        var line = Line()
        line.receive(part)
        line.peerEnds()
        #expect(line.faults == [400])
        _ = line.written()
        #expect(line.settle() == .closes)
    }

    @Test func `closes when an idle client ends`() {
        var line = Line()
        line.peerEnds()
        #expect(line.isClosed)
    }

    // MARK: Time

    @Test func `closes an idle connection, counted from its last answer`() {
        var line = Line()
        line.pass(74)
        line.receive(get)
        line.answer(0, "")
        _ = line.written()
        _ = line.settle()
        line.pass(74)
        #expect(line.isClosed == false)
        line.pass(2)
        #expect(line.isClosed)
        #expect(line.faults.isEmpty)
    }

    @Test func `cuts a head that drips, by its total time`() {
        var line = Line()
        line.pass(60)
        for _ in 0..<9 {
            line.receive("G")
            line.pass(1)
        }
        #expect(line.faults.isEmpty)
        line.receive("G")
        line.pass(1.1)
        #expect(line.faults == [408])
        _ = line.written()
        #expect(line.settle() == .shutsWriting)
    }

    @Test func `cuts a body that drips, by its total time`() {
        var line = Line()
        line.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        for _ in 0..<29 {
            line.receive("b")
            line.pass(1)
        }
        #expect(line.faults.isEmpty)
        line.pass(1.1)
        #expect(line.faults == [408])
    }

    @Test func `gives each body its own time`() {
        var line = Line()
        for number in 0..<3 as Range<UInt32> {
            line.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
            line.pass(20)
            // The end of this one and the head of the next come in one piece.
            line.receive("b" + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
            line.pass(20)
            line.receive("b")
            line.answer(number * 2, "")
            line.answer(number * 2 + 1, "")
            _ = line.written()
        }
        #expect(line.faults.isEmpty)
        #expect(line.handled.count == 6)
    }

    @Test func `waits for the handler without end`() {
        var line = Line()
        line.receive(get)
        _ = line.settle()
        line.pass(1000)
        #expect(line.isClosed == false)
        #expect(line.faults.isEmpty)
    }

    @Test func `cuts a slow reader, whatever little it takes`() {
        var line = Line()
        line.receive(get)
        line.answer(0, String(repeating: "a", count: 1000))
        line.pass(20)
        line.machine.wrote(10, now: line.now)
        #expect(line.isClosed == false)
        line.pass(11)
        #expect(line.isClosed)
    }

    @Test func `gives a reader that keeps up its time again`() {
        var line = Line()
        for number in 0..<10 as Range<UInt32> {
            line.receive(get)
            line.answer(number, String(repeating: "a", count: 1000))
            line.pass(14)
            line.machine.wrote(line.machine.output.count - 1, now: line.now)
        }
        #expect(line.isClosed == false)
    }

    // MARK: Draining

    @Test func `announces the end on the last answer only`() {
        var line = Line()
        line.receive(get + get)
        line.machine.drain()
        line.answer(0, "a")
        line.answer(1, "b")
        #expect(line.written() == Line.ok("a") + Line.ok("b", close))
        #expect(line.settle() == .shutsWriting)
    }

    @Test func `answers a request whose head was read before the end`() {
        var line = Line()
        line.receive(get + "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n")
        line.machine.drain()
        line.answer(0, "a")
        #expect(line.written() == Line.ok("a"))
        line.receive("b")
        line.answer(1, "b")
        #expect(line.written() == Line.ok("b", close))
    }

    @Test func `answers a request that comes while draining`() {
        var line = Line()
        line.machine.drain()
        #expect(line.machine.isIdle)
        line.receive(get)
        line.answer(0, "a")
        #expect(line.written() == Line.ok("a", close))
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_790_000_000, "Mon, 21 Sep 2026 14:13:20 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `formats dates (RFC 9110, 5.6.7)`(_ second: Int, _ text: String) {
        #expect(DateCache(second: second).line == Array("Date: \(text)\r\n".utf8))
        var cache = DateCache(second: 5)
        cache.update(second: second)
        #expect(cache.line == Array("Date: \(text)\r\n".utf8))
    }
}
