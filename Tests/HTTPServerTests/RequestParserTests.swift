import TestSupport
import Testing

@testable import HTTPServer

/// A request as bytes, and what must come of it.
struct ParserCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let input: [UInt8]
    let results: [String]

    init(_ rule: String, _ input: String, _ results: String...) {
        self.init(rule, Array(input.utf8), results)
    }

    init(_ rule: String, _ input: [UInt8], _ results: [String]) {
        self.rule = rule
        self.input = input
        self.results = results
    }

    var testDescription: String { rule }
}

private let get = "GET / HTTP/1.1\r\nHost: a\r\n"
private let post = "POST /p HTTP/1.1\r\nHost: a\r\n"
private let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"
private func long(_ count: Int) -> String { String(repeating: "a", count: count) }
private let codings = "Transfer-Encoding: "
private let length = "Content-Length: "

private func parser() -> RequestParser {
    RequestParser(maximumHeadBytes: 1024, maximumFields: 10, peer: PeerAddress(kind: .local))
}

/// What a parser makes of `pieces`: one word a request, with method, target and body, and a fault's status.
private func parse(_ pieces: [ArraySlice<UInt8>]) -> [String] {
    var parser = parser()
    var results: [String] = []
    for piece in pieces {
        let bytes = Array(piece)
        var position = 0
        while let event = parser.next(bytes.span, &position) {
            switch event {
            case .head: parser.accept(maximumBodyBytes: 100)
            case .request(let request):
                let body = String(decoding: request.body, as: UTF8.self)
                results.append("\(request.head.method.name) \(request.head.target) [\(body)]")
            case .skipped: results.append("skipped")
            case .unskippable: return results + ["unskippable"]
            case .fault(let fault): return results + ["\(fault.status)"]
            }
        }
    }
    return results
}

/// A request with this request line, else good.
private func line(_ text: String) -> String { text + "\r\nHost: a\r\n\r\n" }

@Suite struct `Request parser` {
    static let good: [ParserCase] = [
        ParserCase("9112-2.1: a request without a body", get + "\r\n", "GET / []"),
        ParserCase("9112-2.2: empty lines before the request line", "\r\n\r\n" + get + "\r\n", "GET / []"),
        ParserCase("9112-3.2.1: origin form with a query", line("GET /a%20b?x=1&y HTTP/1.1"), "GET /a%20b?x=1&y []"),
        ParserCase("9112-3.2.2: absolute form", line("GET http://h.example:80/a?b HTTP/1.1"), "GET /a?b []"),
        ParserCase("9112-3.2.2: absolute form without a path", line("GET HTTPS://h?b HTTP/1.1"), "GET /?b []"),
        ParserCase("9112-3.2.4: asterisk form", line("OPTIONS * HTTP/1.1"), "OPTIONS * []"),
        ParserCase("9110-2.5: a higher minor version", line("GET / HTTP/1.9"), "GET / []"),
        ParserCase("9110-9.1: an unknown method parses", line("BREW / HTTP/1.1"), " / []"),
        ParserCase("9112-3: HTTP/1.0 needs no Host", "GET / HTTP/1.0\r\n\r\n", "GET / []"),
        ParserCase("9112-3.2: IPv6 host with port", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "GET / []"),
        ParserCase(
            "9112-5.1: no blank, many blanks, tab around a value", get + "A:1\r\nB: \t 2 \t\r\n\r\n", "GET / []"),
        ParserCase("9110-5.5: an empty value", get + "A:\r\n\r\n", "GET / []"),
        ParserCase("9110-5.5: obs-text in a value", (get + "A: ").bytes + [0xE9, 0xFF, 13, 10, 13, 10], ["GET / []"]),
        ParserCase("9112-6.2: a body by length", post + length + "5\r\n\r\nhello", "POST /p [hello]"),
        ParserCase("9112-6.2: length 0, leading zeros", post + length + "000\r\n\r\n", "POST /p []"),
        ParserCase("9112-6.3: no length, no coding, no body", post + "\r\n" + get + "\r\n", "POST /p []", "GET / []"),
        ParserCase("9112-7.1: chunks", chunked + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "POST /p [abcde]"),
        ParserCase(
            "9112-7.1: sizes in hex of both cases, zeros before",
            chunked + "00A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "POST /p [01234567890123456789]"),
        ParserCase(
            "9112-7.1.1: extensions are ignored", chunked + "3;x=1\r\nabc\r\n1 ;a=\"b\";c\r\nd\r\n0;last\r\n\r\n",
            "POST /p [abcd]"),
        ParserCase(
            "9112-7.1.2: trailers are dropped",
            chunked + "1\r\na\r\n0\r\nHost: b\r\nX-T: 1\r\n\r\n" + get + "\r\n", "POST /p [a]", "GET / []"),
        ParserCase("9112-7: a coding's case", post + "transfer-encoding: CHUNKED\r\n\r\n0\r\n\r\n", "POST /p []"),
        ParserCase(
            "9112-7.1: a chunk within a character",
            (chunked + "1\r\n").bytes + [0xC3] + "\r\n1\r\n".bytes + [0xA9] + "\r\n0\r\n\r\n".bytes, ["POST /p [é]"]),
        ParserCase(
            "9112-9.3.2: three requests in a row", get + "\r\n" + post + length + "2\r\n\r\nhi" + get + "\r\n",
            "GET / []", "POST /p [hi]", "GET / []"),
        ParserCase("9112-9.3.2: a bad one after a good one", get + "\r\nGET / HTTP/1.1\r\n\r\n", "GET / []", "400"),
    ]

    static let bad: [(String, String, Int)] = [
        ("9112-2.2: bare LF ends the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
        ("9112-2.2: bare LF ends a field", "GET / HTTP/1.1\r\nHost: a\nB: c\r\n\r\n", 400),
        ("9112-2.2: bare LF ends the head", get + "\n", 400),
        ("9112-2.2: bare CR in the request line", line("GET /\r HTTP/1.1"), 400),
        ("9112-2.2: bare CR in a value", get + "A: b\rc\r\n\r\n", 400),
        ("9112-2.2: too many empty lines", "\r\n\r\n\r\n\r\n\r\n" + get + "\r\n", 400),
        ("9112-2.2: a blank line before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
        ("no HTTP: the greeting of TLS", "\u{16}\u{03}\u{01}", 400),
        ("9112-3: no target", line("GET  HTTP/1.1"), 400),
        ("9112-3: two spaces", line("GET  / HTTP/1.1"), 400),
        ("9112-3: a space after the version", line("GET / HTTP/1.1 "), 400),
        ("9112-3: a space in the target", line("GET /a b HTTP/1.1"), 400),
        ("9112-3: a tab between method and target", line("GET\t/ HTTP/1.1"), 400),
        ("9112-2.3: lower-case version", line("GET / http/1.1"), 400),
        ("9112-2.3: version with too many digits", line("GET / HTTP/1.10"), 400),
        ("9112-3.2: a fragment", line("GET /a#b HTTP/1.1"), 400),
        ("9112-3.2: no slash", line("GET a HTTP/1.1"), 400),
        ("9112-3.2.4: asterisk with GET", line("GET * HTTP/1.1"), 400),
        ("9110-4.2.4: user information", line("GET http://u@h/ HTTP/1.1"), 400),
        ("9110-4.2.1: absolute form with an empty host", line("GET http:///a HTTP/1.1"), 400),
        ("9112-3.2: no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        ("9112-3.2: two Hosts", get + "Host: a\r\n\r\n", 400),
        ("9112-3.2: an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        ("9112-3.2: a Host with a slash", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("9112-3.2: a Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
        ("9112-5.1: a space before the colon", get + "A : b\r\n\r\n", 400),
        ("9112-5.1: no colon", get + "A\r\n\r\n", 400),
        ("9112-5.1: no name", get + ": b\r\n\r\n", 400),
        ("9112-5.2: a folded line", get + "A: b\r\n c\r\n\r\n", 400),
        ("9110-5.5: NUL in a value", get + "A: b\0c\r\n\r\n", 400),
        ("9112-6.3: length and coding", post + length + "3\r\n" + codings + "chunked\r\n\r\n0\r\n\r\n", 400),
        ("9112-6.3: coding and length", post + codings + "chunked\r\n" + length + "3\r\n\r\n0\r\n\r\n", 400),
        ("9112-6.1: a coding in HTTP/1.0", "POST / HTTP/1.0\r\n" + codings + "chunked\r\n\r\n0\r\n\r\n", 400),
        ("9112-6.3: the coding does not end in chunked", post + codings + "gzip\r\n\r\n", 400),
        ("9112-6.3: chunked is not last", post + codings + "chunked, gzip\r\n\r\n", 400),
        ("9112-6.1: chunked twice", post + codings + "chunked\r\n" + codings + "chunked\r\n\r\n", 400),
        ("9112-7: chunked with a parameter", post + codings + "chunked;q=1\r\n\r\n", 400),
        ("9112-6.1: an empty element", post + codings + ", chunked\r\n\r\n", 400),
        ("9112-6.1: a control character hides the coding", post + codings + "\u{0B}chunked\r\n\r\n", 400),
        ("9112-6.1: identity", post + codings + "identity\r\n\r\n", 400),
        ("9112-6.1: an unknown coding", post + codings + "gzip, chunked\r\n\r\n", 501),
        ("9112-6.3: two equal lengths", post + length + "3\r\n" + length + "3\r\n\r\nabc", 400),
        ("9112-6.3: a list of lengths", post + length + "3, 3\r\n\r\nabc", 400),
        ("9110-8.6: a sign", post + length + "+3\r\n\r\nabc", 400),
        ("9110-8.6: a negative length", post + length + "-1\r\n\r\n", 400),
        ("9110-8.6: hex", post + length + "0x3\r\n\r\nabc", 400),
        ("9110-8.6: an empty length", post + length + "\r\n\r\n", 400),
        ("9110-8.6: a length over 2^63", post + length + "9223372036854775808\r\n\r\n", 400),
        ("9110-8.6: a length over 2^64", post + length + "18446744073709551617\r\n\r\n", 400),
        ("9110-15.5.14: a length over the limit", post + length + "101\r\n\r\n", 413),
        ("9112-7.1: no chunk size", chunked + "\r\n", 400),
        ("9112-7.1: a chunk size that is no number", chunked + "g\r\n", 400),
        ("9112-7.1: a chunk size with a sign", chunked + "-1\r\n", 400),
        ("9112-7.1: a chunk size with 0x", chunked + "0x1\r\na\r\n", 400),
        ("9112-7.1: a blank before a chunk size", chunked + " 1\r\na\r\n", 400),
        ("9112-7.1: a blank after a chunk size", chunked + "1 \r\na\r\n", 400),
        ("9112-7.1: a chunk size over 2^63", chunked + "8000000000000000\r\n", 400),
        ("9112-7.1: a chunk size of 17 digits", chunked + "00000000000000001\r\n", 400),
        ("9112-7.1: bare LF after a chunk size", chunked + "1\na\r\n", 400),
        ("9112-7.1: a chunk longer than its size", chunked + "1\r\nab\r\n", 400),
        ("9112-7.1: bare LF after a chunk", chunked + "1\r\na\n0\r\n\r\n", 400),
        ("9112-7.1.1: LF in an extension", chunked + "1;a\n\r\n", 400),
        ("9112-7.1.1: extensions without end", chunked + "1;" + long(4200), 400),
        ("9112-7.1.2: a broken trailer", chunked + "0\r\nA : b\r\n\r\n", 400),
        ("9112-7.1.2: bare LF in a trailer", chunked + "0\r\nA: b\n\r\n", 400),
        ("9112-7.1.2: a trailer without end", chunked + "0\r\nA: " + long(1100), 431),
        ("9110-15.5.14: chunks over the limit", chunked + "60\r\n" + long(96) + "\r\n5\r\n", 413),
        ("9110-15.5.15: a target without end", "GET /" + long(1100), 414),
        ("6585-5: a head over the limit", get + "A: " + long(1100) + "\r\n\r\n", 431),
        ("6585-5: a head without end", get + "A: b\r\nB: " + long(1100), 431),
        ("6585-5: too many fields", get + String(repeating: "A: b\r\n", count: 10) + "\r\n", 431),
        ("9113-3.4: the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        ("9110-15.6.6: HTTP/0.9", "GET /\r\n", 505),
        ("9110-15.6.6: HTTP/3.0", line("GET / HTTP/3.0"), 505),
    ]

    static let all = good + bad.map { ParserCase($0.0, $0.1, "\($0.2)") }

    @Test(arguments: all)
    func `gives the same, whatever pieces the bytes come in`(_ row: ParserCase) {
        #expect(parse([row.input[...]]) == row.results)
        #expect(parse(row.input.indices.map { row.input[$0...$0] }) == row.results, "byte by byte")
        for split in row.input.indices {
            let results = parse([row.input[..<split], row.input[split...]])
            if results != row.results { Issue.record("split at \(split): \(results)") }
        }
    }

    @Test func `gives the same for damaged requests in any pieces`() {
        var random = SeededGenerator(seed: 0x5EED)
        let seeds = Self.all.map(\.input).filter { $0.count < 400 }
        for _ in 0..<4000 {
            var bytes = seeds[Int(random.next() % UInt64(seeds.count))]
            for _ in 0...random.next() % 3 { random.damage(&bytes, with: seeds) }
            let whole = parse([bytes[...]])
            var pieces: [ArraySlice<UInt8>] = []
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + 1 + Int(random.next() % 40))
                pieces.append(bytes[start..<end])
                start = end
            }
            if parse(pieces) != whole { Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription)") }
        }
    }

    @Test func `takes tchar in a name and no other byte`() {
        let tchar = Set("!#$%&'*+-.^_`|~".utf8).union(0x30...0x39).union(0x41...0x5A).union(0x61...0x7A)
        for byte in UInt8.min...UInt8.max {
            let results = parse([((get + "A").bytes + [byte] + "B: c\r\n\r\n".bytes)[...]])
            // "A:B: c" is a name and a value.
            let isGood = tchar.contains(byte) || byte == UInt8(ascii: ":")
            #expect(results == (isGood ? ["GET / []"] : ["400"]), "byte \(byte)")
        }
    }

    @Test func `takes no control character in a value but the tab`() {
        for byte in UInt8.min...UInt8.max {
            let results = parse([((get + "A: b").bytes + [byte] + "c\r\n\r\n".bytes)[...]])
            let isGood = byte == 9 || byte >= 0x20 && byte != 0x7F
            #expect(results == (isGood ? ["GET / []"] : ["400"]), "byte \(byte)")
        }
    }

    @Test func `takes printable ASCII in a target and no other byte`() {
        for byte in UInt8.min...UInt8.max {
            let results = parse([("GET /a".bytes + [byte] + line("b HTTP/1.1").bytes)[...]])
            let isGood = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#")
            #expect((results.first?.hasPrefix("GET ") == true) == isGood, "byte \(byte)")
        }
    }

    @Test(arguments: [
        (length + "5\r\n\r\nhello", 5, ["skips", "skipped", "skips"]), (length + "5\r\n\r\nhello", 4, ["stops"]),
        (codings + "chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 5, ["skips", "skipped", "skips"]),
        (codings + "chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 4, ["skips", "unskippable"]),
    ])
    func `skips a body within the bound and no longer one`(_ body: String, _ maximum: Int, _ expected: [String]) {
        var parser = parser()
        var results: [String] = []
        var position = 0
        let bytes = (post + body + get + "\r\n").bytes
        while let event = parser.next(bytes.span, &position) {
            switch event {
            case .head: results.append(parser.skipBody(maximum: maximum) ? "skips" : "stops")
            case .skipped: results.append("skipped")
            case .unskippable: results.append("unskippable")
            case .request, .fault: results.append("?")
            }
        }
        #expect(results == expected)
    }

    @Test func `takes a target of 8,192 bytes and no longer one`() {
        func result(_ count: Int) -> [String] {
            var parser = RequestParser(maximumHeadBytes: 16384, maximumFields: 10, peer: PeerAddress(kind: .local))
            let bytes = line("GET /" + long(count - 1) + " HTTP/1.1").bytes
            var position = 0
            switch parser.next(bytes.span, &position) {
            case .head(let head): return ["\(head.target.utf8.count)"]
            case .fault(let fault): return ["fault", "\(fault.status)"]
            default: return []
            }
        }
        #expect(result(8192) == ["8192"])
        #expect(result(8193) == ["fault", "414"])
    }

    private static func head(_ text: String) -> RequestHead? {
        var parser = parser()
        let bytes = text.bytes
        var position = 0
        guard case .head(let head) = parser.next(bytes.span, &position) else { return nil }
        return head
    }

    @Test func `fills in the head`() throws {
        let text =
            "POST /a/b?c=d?e HTTP/1.1\r\nHOST: a\r\nContent-Length: 4\r\nExpect: 100-Continue\r\n"
            + "X-One: 1\r\nx-one:  2 \r\nConnection: foo, Close\r\n\r\n"
        let head = try #require(Self.head(text))
        #expect(head.method == .post)
        #expect(head.target == "/a/b?c=d?e")
        #expect(head.path == "/a/b")
        #expect(head.query == "c=d?e")
        #expect(head.contentLength == 4)
        #expect(!head.isChunked)
        #expect(head.expectsContinue)
        #expect(!head.keepAlive)
        #expect(head.headers["x-ONE"] == "1, 2")
        #expect(head.headers.count("X-One") == 2)
        #expect(head.headers.contains("host"))
        #expect(!head.headers.contains("hos"))
        #expect(head.headers["absent"] == nil)
    }

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "close", false), ("HTTP/1.1", "keep-alive, CLOSE", false),
        ("HTTP/1.0", "", false), ("HTTP/1.0", "Keep-Alive", true), ("HTTP/1.0", "keep-alive, close", false),
    ])
    func `knows when a connection stays open`(_ version: String, _ connection: String, _ expected: Bool) throws {
        let field = connection.isEmpty ? "" : "Connection: \(connection)\r\n"
        let head = try #require(Self.head("GET / \(version)\r\nHost: a\r\n\(field)\r\n"))
        #expect(head.keepAlive == expected)
    }

    @Test(arguments: [
        (PeerAddress.Kind.ipv4(address: 0x7F00_0001, port: 5123), "127.0.0.1:5123", true),
        (.ipv4(address: 0x0A00_0001, port: 80), "10.0.0.1:80", false),
        (.ipv6(high: 0, low: 1, port: 80), "[::1]:80", true),
        (.ipv6(high: 0, low: 0, port: 80), "[::]:80", false),
        (.ipv6(high: 0x2001_0DB8_0000_0000, low: 0x0001_0000_0000_0001, port: 1), "[2001:db8::1:0:0:1]:1", false),
        (.ipv6(high: 0x2001_0DB8_0000_0001, low: 0x0001_0001_0001_0001, port: 1), "[2001:db8:0:1:1:1:1:1]:1", false),
        (.local, "unix", true),
    ])
    func `names peers`(_ kind: PeerAddress.Kind, _ text: String, _ isLoopback: Bool) {
        #expect(PeerAddress(kind: kind).description == text)
        #expect(PeerAddress(kind: kind).isLoopback == isLoopback)
    }
}

extension SeededGenerator {
    /// Changes, takes out, doubles or puts in something somewhere.
    fileprivate mutating func damage(_ bytes: inout [UInt8], with seeds: [[UInt8]]) {
        let place = Int(next() % UInt64(bytes.count + 1))
        let telling = Array("\r\n :;,0aF\0\t".utf8)
        switch next() % 5 {
        case 0 where place < bytes.count: bytes[place] = UInt8(truncatingIfNeeded: next())
        case 1 where place < bytes.count: bytes.remove(at: place)
        case 2: bytes.insert(telling[Int(next() % UInt64(telling.count))], at: place)
        case 3: bytes.insert(contentsOf: bytes[..<place].suffix(20), at: place)
        default: bytes += seeds[Int(next() % UInt64(seeds.count))]
        }
    }
}

extension String {
    var bytes: [UInt8] { Array(utf8) }
}
