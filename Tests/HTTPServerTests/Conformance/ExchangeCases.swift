extension ConformanceCase {
    /// Expect.
    static let expectations: [ConformanceCase] = [
        .init(
            "9110-10.1.1", "100 before the body", expecting("100-continue"), "100 200 keep", "POST / [abc]", then: "abc"
        ),
        .init("9110-10.1.1", "in capitals", expecting("100-CONTINUE"), "100 200 keep", "POST / [abc]", then: "abc"),
        .init(
            "9110-10.1.1", "twice in a list", expecting("100-continue, 100-continue"), "100 200 keep", "POST / [abc]",
            then: "abc"),
        .init(
            "9110-10.1.1", "twice on two lines", expecting("100-continue\r\nExpect: 100-continue"), "100 200 keep",
            "POST / [abc]", then: "abc"),
        .init(
            "9110-5.6.1", "empty elements", expecting(", 100-continue,"), "100 200 keep", "POST / [abc]", then: "abc"),
        .init(
            "9110-5.6.1", "an empty list", "\(Text.post)Content-Length: 3\r\nExpect:\r\n\r\nabc", "200 keep",
            "POST / [abc]"),
        .init(
            "9110-10.1.1", "100 before chunks",
            "\(Text.post)Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n", "100 200 keep", "POST / [abc]",
            then: "3\r\nabc\r\n0\r\n\r\n"),
        .init(
            "9110-10.1.1", "no 100 once the body has begun", "\(expecting("100-continue"))abc", "200 keep",
            "POST / [abc]"),
        .init(
            "9110-10.1.1", "no 100 without a body", "\(Text.get)Expect: 100-continue\r\n\r\n", "200 keep", "GET / []"),
        .init(
            "9110-10.1.1", "no 100 with a length of 0", "\(Text.post)Content-Length: 0\r\nExpect: 100-continue\r\n\r\n",
            "200 keep", "POST / []"),
        .init(
            "9110-10.1.1", "100 after the answers to earlier requests", "\(Text.get)\r\n\(expecting("100-continue"))",
            "200 100 200 keep", "GET / []", "POST / [abc]", then: "abc"),
        .init(
            "9110-10.1.1", "a final answer instead",
            "POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n", "401 close",
            fields: ["Connection: close"]),
        .init(
            "9110-10.1.1", "413 instead", "\(Text.post)Content-Length: 101\r\nExpect: 100-continue\r\n\r\n",
            "413 close", fields: ["Connection: close"]),
        .init(
            "9110-10.1.1", "ignored in HTTP/1.0",
            "POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc", "200 close", "POST / [abc]"),
        .init(
            "9110-10.1.1", "others are ignored in HTTP/1.0",
            "POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: tea\r\n\r\nabc", "200 close", "POST / [abc]"),
        .init("9110-15.5.18", "another", "\(Text.get)Expect: tea\r\n\r\n", "417 keep"),
        .init(
            "9110-15.5.18", "another with a body", "\(expecting("tea"))abc\(Text.hidden)", "417 200 keep",
            Text.seenHidden),
        .init("9110-15.5.18", "with a parameter", "\(Text.get)Expect: 100-continue;a=b\r\n\r\n", "417 keep"),
        .init("9110-15.5.18", "100-continue and another", "\(expecting("100-continue, tea"))", "417 close"),
        .init("9110-15.5.18", "another status", "\(Text.get)Expect: 200-ok\r\n\r\n", "417 keep"),
    ]

    /// Methods, media types and lengths that an application refuses, and answers without a body.
    static let exchanges: [ConformanceCase] = [
        .init(
            "9110-9.3.2", "HEAD", Text.line("HEAD /get HTTP/1.1"), "200 keep", "HEAD /get []",
            fields: ["Content-Length: 12"], bodiless: [0]),
        .init(
            "9110-9.3.2", "HEAD, then GET", "\(Text.line("HEAD / HTTP/1.1"))\(Text.hidden)", "200 200 keep",
            "HEAD / []", Text.seenHidden, bodiless: [0]),
        .init("9110-9.3.2", "HEAD that is refused", Text.line("HEAD /early HTTP/1.1"), "401 keep", bodiless: [0]),
        .init("9110-9.3.2", "HEAD with a fault", "HEAD / HTTP/1.1\r\n\r\n", "400 close", bodiless: [0]),
        .init(
            "9110-9.3.2", "HEAD with a body",
            "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\(Text.hidden)", "200 200 keep", "HEAD / [abc]",
            Text.seenHidden, bodiless: [0]),
        .init(
            "9110-9.3.7", "OPTIONS of a resource", Text.line("OPTIONS /get HTTP/1.1"), "204 keep",
            fields: ["Allow: GET, HEAD, OPTIONS"]),
        .init(
            "9110-9.3.7", "OPTIONS of another resource", Text.line("OPTIONS /post HTTP/1.1"), "204 keep",
            fields: ["Allow: POST, OPTIONS"]),
        .init(
            "9110-9.3.7", "OPTIONS of an absolute address", Text.line("OPTIONS http://a.example/get HTTP/1.1"),
            "204 keep", fields: ["Allow: GET, HEAD, OPTIONS"]),
        .init(
            "9110-9.3.7", "OPTIONS with a body",
            "OPTIONS /get HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\(Text.hidden)", "204 200 keep",
            Text.seenHidden),
        .init(
            "9110-8.6", "204 tells no length", Text.line("OPTIONS /get HTTP/1.1"), "204 keep",
            fields: ["!Content-Length:"]),
        .init(
            "9110-15.5.6", "405 with Allow", Text.line("POST /get HTTP/1.1"), "405 keep",
            fields: ["Allow: GET, HEAD, OPTIONS"]),
        .init(
            "9110-15.5.6", "405 with Allow for DELETE", Text.line("DELETE /post HTTP/1.1"), "405 keep",
            fields: ["Allow: POST, OPTIONS"]),
        .init(
            "9110-15.5.6", "405 before the body", "POST /get HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n",
            "405 200 keep", Text.seenHidden, then: "abc\(Text.hidden)"),
        .init(
            "9110-15.5.14", "413 before the body", "\(Text.post)Content-Length: 101\r\n\r\n", "413 200 keep",
            Text.seenHidden, then: "\(Text.long(101))\(Text.hidden)"),
        .init(
            "9110-15.5.14", "a body as long as may be", "\(Text.post)Content-Length: 100\r\n\r\n\(Text.long(100))",
            "200 keep", "POST / [\(Text.long(100))]"),
        .init(
            "9110-15.5.14", "413 closes where the body is long", "\(Text.post)Content-Length: 5000\r\n\r\n",
            "413 close", fields: ["Connection: close"]),
        .init(
            "9110-15.5.14", "413 is read though the body comes",
            "\(Text.post)Content-Length: 100000\r\n\r\n\(Text.long(100_000))", "413 close"),
        .init(
            "9110-15.5.16", "415",
            "POST /post HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc", "415 keep"),
        .init(
            "9110-15.5.16", "the right type",
            "POST /post HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\nabc",
            "200 keep", "POST /post [abc]"),
        .init(
            "9110-15.5.2", "401 by the head, chunks dropped",
            "POST /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n\(Text.hidden)",
            "401 200 keep", Text.seenHidden),
        .init(
            "9112-9.3", "401 by the head, broken chunks close",
            "POST /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\(Text.hidden)", "401 close"),
        .init(
            "9112-9.3", "401 by the head, too many chunks close",
            "POST /early HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1ff\r\n\(Text.hidden)", "401 close"),
        .init("9110-6.6.1", "Date", "\(Text.get)\r\n", "200 keep", "GET / []", fields: ["Date: "]),
        .init("9110-6.6.1", "Date with a fault", "GET\r\n", "400 close", fields: ["Date: "]),
    ]

    /// How long connections live, and in which order requests are answered.
    static let connections: [ConformanceCase] = [
        .init("9112-9.3", "HTTP/1.1 keeps", "\(Text.get)\r\n", "200 keep", "GET / []", fields: ["!Connection:"]),
        .init(
            "9112-9.6", "close", Text.field("Connection: close"), "200 close", "GET / []", fields: ["Connection: close"]
        ),
        .init("9112-9.6", "close in capitals", Text.field("Connection: CLOSE"), "200 close", "GET / []"),
        .init("9110-7.6.1", "close in a list", Text.field("Connection: foo,\tClose , bar"), "200 close", "GET / []"),
        .init(
            "9110-7.6.1", "close on a second line", Text.field("Connection: foo\r\nConnection: close"), "200 close",
            "GET / []"),
        .init("9112-9.3", "close and keep-alive", Text.field("Connection: close, keep-alive"), "200 close", "GET / []"),
        .init("9110-7.6.1", "another option", Text.field("Connection: closed"), "200 keep", "GET / []"),
        .init("9110-7.6.1", "empty elements", Text.field("Connection: ,,"), "200 keep", "GET / []"),
        .init(
            "9112-9.6", "nothing after close is answered", "\(Text.field("Connection: close"))\(Text.hidden)",
            "200 close", "GET / []"),
        .init(
            "9112-9.3", "HTTP/1.0 with keep-alive", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "200 keep",
            "GET / []", fields: ["Connection: keep-alive"]),
        .init(
            "9112-9.3", "HTTP/1.0 with both", "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", "200 close",
            "GET / []"),
        .init("9112-9.3", "HTTP/1.0 and what follows", "GET / HTTP/1.0\r\n\r\n\(Text.hidden)", "200 close", "GET / []"),
        .init(
            "9112-9.3", "HTTP/1.0 with a body", "POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc", "200 close",
            "POST / [abc]"),
        .init(
            "9112-C.2.2", "Proxy-Connection is nothing", "GET / HTTP/1.0\r\nProxy-Connection: keep-alive\r\n\r\n",
            "200 close", "GET / []"),
        .init(
            "9110-7.8", "an upgrade is not taken",
            Text.field("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"), "200 keep",
            "GET / []"),
        .init(
            "9110-7.8", "an upgrade to websocket is not taken", Text.field("Connection: Upgrade\r\nUpgrade: websocket"),
            "200 keep", "GET / []"),
        .init(
            "9112-9.3.2", "three in a row", "\(Text.get)\r\n\(Text.post)Content-Length: 2\r\n\r\nhi\(Text.hidden)",
            "200 200 200 keep", "GET / []", "POST / [hi]", Text.seenHidden),
        .init(
            "9112-9.3.2", "twenty in a row", String(repeating: Text.hidden, count: 20),
            "\(String(repeating: "200 ", count: 20))keep", seen: Array(repeating: Text.seenHidden, count: 20)),
        .init(
            "9112-9.3.2", "a bad one after a good one", "\(Text.get)\r\nGET / HTTP/1.1\r\n\r\n\(Text.hidden)",
            "200 400 close", "GET / []"),
        .init(
            "9112-9.3.2", "a refused one between good ones",
            "\(Text.get)\r\n\(Text.line("BREW / HTTP/1.1"))\(Text.hidden)", "200 501 200 keep", "GET / []",
            Text.seenHidden),
        .init(
            "9112-9.3.2", "a request within a body is none", "\(Text.post)Content-Length: 33\r\n\r\n\(Text.hidden)",
            "200 keep", "POST / [\(Text.hidden)]"),
        .init("9112-9.6", "the client ends after its request", "\(Text.get)\r\n", "200 close", "GET / []", ends: true),
        .init(
            "9112-9.6", "the client ends after three requests", "\(Text.get)\r\n\(Text.get)\r\n\(Text.get)\r\n",
            "200 200 200 close", "GET / []", "GET / []", "GET / []", ends: true),
        .init(
            "9112-9.6", "the client ends after thirty requests", String(repeating: Text.hidden, count: 30),
            "\(String(repeating: "200 ", count: 30))close", seen: Array(repeating: Text.seenHidden, count: 30),
            ends: true),
        .init(
            "9112-9.6", "the client ends within a second request", "\(Text.get)\r\nGET /", "200 400 close", "GET / []",
            ends: true),
        .init("9112-9.6", "the client ends without a word", "", "close", ends: true),
        .init("9112-9.6", "the client ends after an empty line", "\r\n", "close", ends: true),
    ]

    private static func expecting(_ value: String) -> String {
        "\(Text.post)Content-Length: 3\r\nExpect: \(value)\r\n\r\n"
    }
}
