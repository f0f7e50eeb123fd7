import Testing

@testable import Relay

/// In which form a look-up is answered, and how its text is laid out.
@Suite struct AnswerFormatTests {
    @Test(
        arguments: [
            (nil, .json), ("*/*", .json), ("application/json", .json), ("text/plain", .text), ("text/*", .text),
            ("text/html,application/xhtml+xml,*/*;q=0.8", .json), ("text/plain;q=0.5, application/json", .json),
            ("text/plain, application/json;q=0.9", .text), ("application/json;q=0, */*", .text),
            ("TEXT/Plain; Q=0.7, */*;q=0.1", .text), ("image/png", .json), ("", .json), ("text/plain;q=7", .json),
            ("text/plain;q=0, */*", .json),
        ] as [(String?, AnswerFormat)])
    func `the form is what Accept weighs highest, and JSON where it does not matter`(
        _ accept: String?, _ format: AnswerFormat
    ) throws {
        #expect(try AnswerFormat(query: "", accept: accept, of: [.json, .text]) == format)
    }

    @Test func `the query's word goes before Accept`() throws {
        #expect(try AnswerFormat(query: "format=json", accept: "text/plain", of: [.json, .text]) == .json)
        #expect(try AnswerFormat(query: "a=1&format=text", accept: nil, of: [.json, .text]) == .text)
        #expect(throws: Problem.self) { try AnswerFormat(query: "format=ndjson", accept: nil, of: [.json, .text]) }
    }

    @Test(arguments: [
        ("abc", 3), ("雨の音楽", 8), ("🎵", 2), ("👩‍👩‍👧‍👦", 2), ("é", 1), ("e\u{301}", 1), ("❤️", 2), ("한글", 4), ("…", 1),
        ("ｆｕｌｌ", 8), ("🇩🇪", 2), ("", 0),
    ])
    func `a text takes as many columns as a terminal gives it`(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
        #expect(DisplayWidth.of(DisplayWidth.padded(text, to: 10)) == 10)
    }

    @Test func `a text is cut between characters, and never wider than it may be`() {
        #expect(DisplayWidth.cut("雨の音楽", to: 5) == "雨の…")
        #expect(DisplayWidth.cut("雨の音楽", to: 6) == "雨の…")
        #expect(DisplayWidth.cut("abcdef", to: 6) == "abcdef")
        #expect(DisplayWidth.cut("abcdef", to: 3) == "ab…")
    }

    @Test func `a text from outside moves no cursor`() {
        #expect(PlainText.clean("a\u{1B}[2Jb\nc\u{202E}d\u{9B}e") == "a [2Jb c d e")
        #expect(PlainText.clean("👩‍👩‍👧") == "👩‍👩‍👧")
    }

    @Test(arguments: [
        (0, "0 s"), (4.24, "4.2 s"), (59.94, "59.9 s"), (59.96, "1:00"), (63, "1:03"), (7207, "2:00:07"),
        (-4, "4 s"), (.infinity, "0 s"),
    ])
    func `spans are short`(_ seconds: Double, _ text: String) {
        #expect(PlainText.span(seconds) == text)
    }

    @Test(arguments: [(0, "+0.0 s"), (4, "+4.0 s"), (4.26, "+4.3 s"), (-2, "-2.0 s"), (61, "+1:01")])
    func `offsets stand in a column`(_ seconds: Double, _ text: String) {
        #expect(PlainText.offset(seconds) == text)
    }

    @Test func `lines are broken between words at a hundred columns`() {
        var page = TextPage()
        page.line("  x  " + String(repeating: "音楽 ", count: 30), indent: 5)
        let lines = String(decoding: page.bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= TextPage.width })
        #expect(lines[0].hasPrefix("  x  音楽"))
        #expect(lines[1].hasPrefix("     音楽"))
    }
}
