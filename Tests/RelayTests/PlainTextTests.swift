import Testing

@testable import Relay

/// Texts of others among ours.
@Suite struct PlainTextTests {
    @Test(arguments: [
        ("Rain", #""Rain""#), (#"a", "b"#, #""a\", \"b""#), (#"a\"#, #""a\\""#), (#"\""#, #""\\\"""#),
        ("a\u{202E}b\u{9B}c", #""a b c""#),
    ])
    func `a quoted text cannot end its quotes`(_ text: String, _ expected: String) {
        #expect(PlainText.quoted(text) == expected)
    }
}
