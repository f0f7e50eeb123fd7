extension ConformanceCase {
    /// The length of a body by Content-Length.
    static let lengths: [ConformanceCase] = [
        .init("9112-6.2", "a length", Text.posting("Content-Length: 3", "abc"), "200 200 keep", "POST / [abc]", hidden),
        .init("9112-6.2", "a length of 0", Text.posting("Content-Length: 0", ""), "200 200 keep", "POST / []", hidden),
        .init("9110-8.6", "zeros before", Text.posting("Content-Length: 0003", "abc"), "200 200 keep", abc, hidden),
        .init("9110-5.5", "blanks around", Text.posting("Content-Length: \t 3 \t", "abc"), "200 200 keep", abc, hidden),
        .init("9110-5.5", "no blank before", Text.posting("Content-Length:3", "abc"), "200 200 keep", abc, hidden),
        .init("9110-5.1", "a name in capitals", Text.posting("CONTENT-LENGTH: 3", "abc"), "200 200 keep", abc, hidden),
        .init("9112-6.3", "neither length nor coding: no body", Text.posting("A: b", ""), "200 200 keep", none, hidden),
        .init("9110-9.3.1", "a GET with a body", "\(Text.get)Content-Length: 3\r\n\r\nabc", "200 keep", "GET / [abc]"),
        .init(
            "9110-9.3.5", "a DELETE with a body", "DELETE / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
            "200 keep", "DELETE / [abc]"),
        .init(
            "9112-6.3", "a length beside a like name", Text.posting("Content_Length: 3", ""), "200 200 keep", none,
            hidden),
        .init("9112-6.3", "two equal lengths", two("Content-Length: 3", "Content-Length: 3"), "400 close"),
        .init("9112-6.3", "two lengths", two("Content-Length: 3", "Content-Length: 0"), "400 close"),
        .init("9112-6.3", "two lengths, capitals", two("Content-Length: 0", "CONTENT-LENGTH: 3"), "400 close"),
        .init("9112-6.3", "three lengths", two("Content-Length: 3", "A: b\r\nContent-Length: 3"), "400 close"),
        .init("9112-6.3", "a list of equal lengths", Text.posting("Content-Length: 3, 3", "abc"), "400 close"),
        .init("9112-6.3", "a list of lengths", Text.posting("Content-Length: 3, 0", "abc"), "400 close"),
        .init("9112-6.3", "a list that ends empty", Text.posting("Content-Length: 3,", "abc"), "400 close"),
        .init("9112-6.3", "a list that begins empty", Text.posting("Content-Length: ,3", "abc"), "400 close"),
        .init("9110-8.6", "a plus", Text.posting("Content-Length: +3", "abc"), "400 close"),
        .init("9110-8.6", "a minus", Text.posting("Content-Length: -3", "abc"), "400 close"),
        .init("9110-8.6", "minus zero", Text.posting("Content-Length: -0", ""), "400 close"),
        .init("9110-8.6", "a space within", Text.posting("Content-Length: 1 0", "abc"), "400 close"),
        .init("9110-8.6", "a tab within", Text.posting("Content-Length: 1\t0", "abc"), "400 close"),
        .init("9110-8.6", "a vertical tab before", Text.posting("Content-Length: \u{0B}3", "abc"), "400 close"),
        .init("9110-8.6", "a form feed after", Text.posting("Content-Length: 3\u{0C}", "abc"), "400 close"),
        .init("9110-8.6", "a no-break space after", Text.posting("Content-Length: 3\u{A0}", "abc"), "400 close"),
        .init("9110-8.6", "a NUL after", Text.posting("Content-Length: 3\0", "abc"), "400 close"),
        .init("9110-8.6", "hex", Text.posting("Content-Length: 0x3", "abc"), "400 close"),
        .init("9110-8.6", "a hex digit", Text.posting("Content-Length: a", "0123456789"), "400 close"),
        .init("9110-8.6", "a dot", Text.posting("Content-Length: 3.0", "abc"), "400 close"),
        .init("9110-8.6", "an exponent", Text.posting("Content-Length: 3e0", "abc"), "400 close"),
        .init("9110-8.6", "an underscore", Text.posting("Content-Length: 0_3", "abc"), "400 close"),
        .init("9110-8.6", "quotes", Text.posting("Content-Length: \"3\"", "abc"), "400 close"),
        .init("9110-8.6", "a parameter", Text.posting("Content-Length: 3;a=b", "abc"), "400 close"),
        .init("9110-8.6", "nothing", Text.posting("Content-Length:", "abc"), "400 close"),
        .init("9110-8.6", "only blanks", Text.posting("Content-Length: \t ", "abc"), "400 close"),
        .init("9110-8.6", "a word", Text.posting("Content-Length: three", "abc"), "400 close"),
        .init("9110-8.6", "digits that are none of ASCII", Text.posting("Content-Length: \u{B2}", "ab"), "400 close"),
        .init("9110-8.6", "2^63", Text.posting("Content-Length: 9223372036854775808", "abc"), "400 close"),
        .init("9110-8.6", "2^64", Text.posting("Content-Length: 18446744073709551616", "abc"), "400 close"),
        .init("9110-8.6", "2^64 + 3", Text.posting("Content-Length: 18446744073709551619", "abc"), "400 close"),
        .init("9110-8.6", "2^32 + 3 is no 3", Text.posting("Content-Length: 4294967299", "abc"), "413 close"),
        .init(
            "9110-8.6", "40 digits", Text.posting("Content-Length: 1\(String(repeating: "0", count: 39))", ""),
            "400 close"),
        .init(
            "9110-8.6", "many zeros before",
            Text.posting("Content-Length: \(String(repeating: "0", count: 40))3", "abc"),
            "200 200 keep", abc, hidden),
        .init("9112-5.2", "a folded length", Text.posting("Content-Length:\r\n 3", "abc"), "400 close"),
        .init("9112-5.2", "a length folded away", Text.posting("A: b\r\n Content-Length: 3", "abc"), "400 close"),
        .init("9112-5.1", "a space before its colon", Text.posting("Content-Length : 3", "abc"), "400 close"),
        .init("9112-5.1", "a tab before its colon", Text.posting("Content-Length\t: 3", "abc"), "400 close"),
        .init("9112-2.2", "a bare CR hides it", Text.posting("A: b\rContent-Length: 3", "abc"), "400 close"),
        .init("9112-2.2", "a bare LF shows it", Text.posting("A: b\nContent-Length: 3", "abc"), "400 close"),
        .init("9112-8", "the body ends early", "\(Text.post)Content-Length: 4\r\n\r\nabc", "400 close", ends: true),
    ]

    /// The length of a body by Transfer-Encoding, alone and beside Content-Length.
    static let codings: [ConformanceCase] = [
        .init("9112-6.1", "chunked", coded("Transfer-Encoding: chunked"), "200 200 keep", abc, hidden),
        .init("9112-7", "chunked in capitals", coded("Transfer-Encoding: CHUNKED"), "200 200 keep", abc, hidden),
        .init("9112-7", "chunked in mixed case", coded("transfer-ENCODING: cHuNkEd"), "200 200 keep", abc, hidden),
        .init("9110-5.5", "tabs around", coded("Transfer-Encoding:\t chunked\t "), "200 200 keep", abc, hidden),
        .init("9112-6.3", "length, then coding", coded("Content-Length: 3\r\nTransfer-Encoding: chunked"), "400 close"),
        .init("9112-6.3", "coding, then length", coded("Transfer-Encoding: chunked\r\nContent-Length: 3"), "400 close"),
        .init(
            "9112-6.3", "a length of 0, then coding", coded("Content-Length: 0\r\nTransfer-Encoding: chunked"),
            "400 close"),
        .init(
            "9112-6.3", "a length and a coding in capitals", coded("Content-Length: 3\r\nTRANSFER-ENCODING: CHUNKED"),
            "400 close"),
        .init(
            "9112-6.3", "a length and an unknown coding", coded("Content-Length: 3\r\nTransfer-Encoding: xchunked"),
            "400 close"),
        .init(
            "9112-6.3", "a length and identity", coded("Content-Length: 3\r\nTransfer-Encoding: identity"), "400 close"),
        .init(
            "9112-6.3", "a length and an empty coding", coded("Content-Length: 3\r\nTransfer-Encoding:"), "400 close"),
        .init(
            "9112-6.3", "a broken length beside a coding", coded("Content-Length: x\r\nTransfer-Encoding: chunked"),
            "400 close"),
        .init("9112-6.3", "xchunked", coded("Transfer-Encoding: xchunked"), "400 close"),
        .init("9112-6.3", "chunkedx", coded("Transfer-Encoding: chunkedx"), "400 close"),
        .init("9112-6.3", "identity", coded("Transfer-Encoding: identity"), "400 close"),
        .init("9112-6.3", "chunked, identity", coded("Transfer-Encoding: chunked, identity"), "400 close"),
        .init("9112-6.1", "identity, chunked", coded("Transfer-Encoding: identity, chunked"), "501 close"),
        .init("9112-6.1", "gzip, chunked", coded("Transfer-Encoding: gzip, chunked"), "501 close"),
        .init(
            "9112-6.1", "gzip and chunked on two lines", coded("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"),
            "501 close"),
        .init("9112-6.3", "chunked, gzip", coded("Transfer-Encoding: chunked, gzip"), "400 close"),
        .init(
            "9112-6.3", "chunked and gzip on two lines", coded("Transfer-Encoding: chunked\r\nTransfer-Encoding: gzip"),
            "400 close"),
        .init(
            "9112-6.3", "chunked and identity on two lines",
            coded("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"), "400 close"),
        .init("9112-6.1", "chunked, chunked", coded("Transfer-Encoding: chunked, chunked"), "400 close"),
        .init(
            "9112-6.1", "chunked twice", coded("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), "400 close"),
        .init(
            "9112-6.1", "chunked and nothing", coded("Transfer-Encoding: chunked\r\nTransfer-Encoding:"), "400 close"),
        .init(
            "9112-6.1", "nothing and chunked", coded("Transfer-Encoding:\r\nTransfer-Encoding: chunked"), "400 close"),
        .init("9112-7", "chunked;q=1", coded("Transfer-Encoding: chunked;q=1"), "400 close"),
        .init("9112-7", "chunked ; a=b", coded("Transfer-Encoding: chunked ; a=b"), "400 close"),
        .init("9112-6.1", "an empty element before", coded("Transfer-Encoding: ,chunked"), "400 close"),
        .init("9112-6.1", "an empty element after", coded("Transfer-Encoding: chunked,"), "400 close"),
        .init("9112-6.1", "nothing", coded("Transfer-Encoding:"), "400 close"),
        .init("9112-6.1", "quotes", coded("Transfer-Encoding: \"chunked\""), "400 close"),
        .init("9112-6.1", "a vertical tab before", coded("Transfer-Encoding: \u{0B}chunked"), "400 close"),
        .init("9112-6.1", "a form feed after", coded("Transfer-Encoding: chunked\u{0C}"), "400 close"),
        .init("9112-6.1", "a NUL after", coded("Transfer-Encoding: chunked\0"), "400 close"),
        .init("9112-6.1", "a no-break space before", coded("Transfer-Encoding: \u{A0}chunked"), "400 close"),
        .init("9112-6.1", "a byte of no ASCII after", coded("Transfer-Encoding: chunked\u{FF}"), "400 close"),
        .init("9112-5.1", "a space before its colon", coded("Transfer-Encoding : chunked"), "400 close"),
        .init("9112-5.1", "a tab before its colon", coded("Transfer-Encoding\t: chunked"), "400 close"),
        .init("9112-5.1", "a NUL before its colon", coded("Transfer-Encoding\0: chunked"), "400 close"),
        .init("9112-5.2", "a folded coding", coded("Transfer-Encoding:\r\n chunked"), "400 close"),
        .init(
            "9112-5.2", "a coding folded into another line", coded("A: b\r\n Transfer-Encoding: chunked"), "400 close"),
        .init("9112-5.2", "a blank before the name", coded(" Transfer-Encoding: chunked"), "400 close"),
        .init("9112-2.2", "a bare CR before", coded("A: b\rTransfer-Encoding: chunked"), "400 close"),
        .init("9112-2.2", "a bare LF before", coded("A: b\nTransfer-Encoding: chunked"), "400 close"),
        .init("9112-2.2", "a bare CR after", coded("Transfer-Encoding: chunked\rA: b"), "400 close"),
        .init(
            "9112-6.1", "a like name is another field",
            Text.posting("Transfer_Encoding: chunked\r\nContent-Length: 3", "abc"),
            "200 200 keep", abc, hidden),
        .init(
            "9112-6.1", "in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n\(threeChunks)",
            "400 close"),
        .init(
            "9112-6.1", "in HTTP/1.0 that keeps",
            "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n\(threeChunks)", "400 close"
        ),
        .init(
            "9112-6.1", "in HTTP/1.0 beside a length",
            "POST / HTTP/1.0\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", "400 close"),
        .init(
            "9110-9.3.1", "a GET with chunks", "\(Text.get)Transfer-Encoding: chunked\r\n\r\n\(threeChunks)",
            "200 keep", "GET / [abc]"),
        .init(
            "9110-10.1.4", "TE tells nothing of the request", Text.posting("TE: chunked\r\nContent-Length: 3", "abc"),
            "200 200 keep", abc, hidden),
    ]

    private static let abc = "POST / [abc]"
    private static let none = "POST / []"
    private static let hidden = Text.seenHidden
    private static let threeChunks = "3\r\nabc\r\n0\r\n\r\n"

    private static func two(_ first: String, _ second: String) -> String {
        Text.posting("\(first)\r\n\(second)", "abc")
    }
    private static func coded(_ lines: String) -> String { Text.posting(lines, threeChunks) }
}
