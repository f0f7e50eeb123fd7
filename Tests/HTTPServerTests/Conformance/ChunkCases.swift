extension ConformanceCase {
    /// Chunks, their extensions and trailers.
    static let chunks: [ConformanceCase] = [
        .init(
            "9112-7.1", "several chunks", body("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"), "200 200 keep", "POST / [abcde]",
            hidden),
        .init("9112-7.1", "no data", body("0\r\n\r\n"), "200 200 keep", "POST / []", hidden),
        .init("9112-7.1", "a size in capitals", body("A\r\n0123456789\r\n0\r\n\r\n"), "200 200 keep", digits, hidden),
        .init(
            "9112-7.1", "a size in small letters", body("a\r\n0123456789\r\n0\r\n\r\n"), "200 200 keep", digits, hidden),
        .init(
            "9112-7.1", "zeros before a size", body("000a\r\n0123456789\r\n0000\r\n\r\n"), "200 200 keep", digits,
            hidden),
        .init(
            "9112-7.1", "data that looks like chunks", body("5\r\n0\r\n\r\n\r\n0\r\n\r\n"), "200 200 keep",
            "POST / [0\r\n\r\n]", hidden),
        .init(
            "9112-7.1", "a size of 16 digits", body("0000000000000003\r\nabc\r\n0\r\n\r\n"), "200 200 keep",
            "POST / [abc]", hidden),
        .init("9112-7.1", "a size of 17 digits", body("00000000000000003\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a size of 2^63", body("8000000000000000\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a size of 2^64 - 1", body("ffffffffffffffff\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a size of 2^64 + 3", body("10000000000000003\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a size of 2^63 - 1", body("7fffffffffffffff\r\nabc\r\n0\r\n\r\n"), "413 close"),
        .init("9112-7.1", "a size of 2^32 + 3", body("100000003\r\nabc\r\n0\r\n\r\n"), "413 close"),
        .init("9112-7.1", "sizes whose sum is over 2^63", body("1\r\na\r\n7fffffffffffffff\r\n"), "413 close"),
        .init("9112-7.1", "a plus", body("+3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a minus", body("-3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "minus zero", body("3\r\nabc\r\n-0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "0x", body("0x3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a letter that is no digit", body("g\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "no size", body("\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "only an extension", body(";a\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a space before", body(" 3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a tab before", body("\t3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a space after", body("3 \r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a space within", body("0 3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a comma", body("3,3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "an underscore", body("0_3\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "a NUL after the size", body("3\0\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "bare LF after the size", body("3\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "bare CR after the size", body("3\rabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "two CR after the size", body("3\r\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "no CRLF after the data", body("3\r\nabc0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "bare LF after the data", body("3\r\nabc\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "bare CR after the data", body("3\r\nabc\r0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "more data than said", body("3\r\nabcd\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "less data than said", body("4\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1", "bare LF after the last chunk", body("3\r\nabc\r\n0\n\r\n"), "400 close"),
        .init("9112-7.1", "bare LF ends the body", body("3\r\nabc\r\n0\r\n\n"), "400 close"),
        .init("9112-7.1", "the end is missing", "\(Text.chunked)3\r\nabc\r\n0\r\n", "400 close", ends: true),
        .init("9112-7.1", "the last chunk is missing", "\(Text.chunked)3\r\nabc\r\n", "400 close", ends: true),
        .init(
            "9110-15.5.14", "chunks over the limit",
            body("5a\r\n\(Text.long(90))\r\nb\r\n\(Text.long(11))\r\n0\r\n\r\n"), "413 close"),
        .init(
            "9110-15.5.14", "chunks at the limit", body("5a\r\n\(Text.long(90))\r\na\r\n\(Text.long(10))\r\n0\r\n\r\n"),
            "200 200 keep", "POST / [\(Text.long(100))]", hidden),
        .init("9112-7.1.1", "an extension", body("3;x\r\nabc\r\n0\r\n\r\n"), "200 200 keep", "POST / [abc]", hidden),
        .init(
            "9112-7.1.1", "an extension with a value", body("3;x=1;y=2\r\nabc\r\n0;z=3\r\n\r\n"), "200 200 keep",
            "POST / [abc]", hidden),
        .init(
            "9112-7.1.1", "a quoted one", body("3;x=\"a;b\\\"\"\r\nabc\r\n0\r\n\r\n"), "200 200 keep", "POST / [abc]",
            hidden),
        .init(
            "9112-7.1.1", "blanks around the semicolon", body("3 \t; x = 1\r\nabc\r\n0\r\n\r\n"), "200 200 keep",
            "POST / [abc]", hidden),
        .init(
            "9112-7.1.1", "a size in an extension is none", body("3;4\r\nabc\r\n0\r\n\r\n"), "200 200 keep",
            "POST / [abc]", hidden),
        .init("9112-7.1.1", "bare LF in an extension", body("3;x\n\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1.1", "bare CR in an extension", body("3;x\ry\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init("9112-7.1.1", "NUL in an extension", body("3;x\0\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init(
            "9112-7.1.1", "CRLF in a quoted extension ends the line", body("3;x=\"\r\nabc\r\n0\r\n\r\n"),
            "200 200 keep", "POST / [abc]", hidden),
        .init("9112-7.1.1", "one too long", body("3;\(Text.long(4200))\r\nabc\r\n0\r\n\r\n"), "400 close"),
        .init(
            "9112-7.1.1", "too many together", body(String(repeating: "1;\(Text.long(90))\r\na\r\n", count: 50)),
            "400 close"),
        .init(
            "9112-7.1.2", "a trailer is dropped", body("3\r\nabc\r\n0\r\nX: 1\r\n\r\n"), "200 200 keep", "POST / [abc]",
            hidden),
        .init(
            "9112-7.1.2", "a trailer changes nothing of the message",
            body("0\r\nContent-Length: 50\r\nTransfer-Encoding: gzip\r\nHost: b\r\nConnection: close\r\n\r\n"),
            "200 200 keep", "POST / []", hidden),
        .init(
            "9110-6.5.1", "a trailer is no header",
            "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1\r\n\r\n", "200 keep",
            "POST /x []"),
        .init("9112-7.1.2", "a space before a trailer's colon", body("0\r\nX : 1\r\n\r\n"), "400 close"),
        .init("9112-7.1.2", "a trailer without a colon", body("0\r\nX\r\n\r\n"), "400 close"),
        .init("9112-7.1.2", "a folded trailer", body("0\r\nX: 1\r\n 2\r\n\r\n"), "400 close"),
        .init("9112-7.1.2", "bare LF after a trailer", body("0\r\nX: 1\n\r\n"), "400 close"),
        .init("9112-7.1.2", "bare CR in a trailer", body("0\r\nX: 1\rY: 2\r\n\r\n"), "400 close"),
        .init("9112-7.1.2", "NUL in a trailer", body("0\r\nX: \0\r\n\r\n"), "400 close"),
        .init("9112-7.1.2", "a request for a trailer", body("0\r\nGET /hidden HTTP/1.1\r\n\r\n"), "400 close"),
        .init("6585-5", "trailers over the limit", body("0\r\nX: \(Text.long(1100))\r\n\r\n"), "431 close"),
        .init(
            "6585-5", "many trailers over the limit", body("0\r\n\(String(repeating: "X: 1\r\n", count: 200))\r\n"),
            "431 close"),
    ]

    private static let hidden = Text.seenHidden
    private static let digits = "POST / [0123456789]"

    private static func body(_ chunks: String) -> String { "\(Text.chunked)\(chunks)\(Text.hidden)" }
}
