import JSON
import Testing

/// What a terminal would obey.
@Suite struct VisibleTests {
    @Test(arguments: [
        ("\u{9B}31m", #"\u009b31m"#), ("a\u{202E}b", #"a\u202eb"#), ("\u{2066}\u{2069}", #"\u2066\u2069"#),
        ("\u{200E}\u{200F}\u{61C}", #"\u200e\u200f\u061c"#), ("\u{2028}\u{80}\u{9F}", #"\u2028\u0080\u009f"#),
        ("é ß \u{A0} …\u{200D}👩‍🎤 ب", "é ß \u{A0} …\u{200D}👩‍🎤 ب"), ("", ""),
    ])
    func `it is escaped, and nothing else, and says the same`(_ text: String, _ expected: String) throws {
        var writer = JSONWriter()
        writer.string(text)
        let visible = JSONText.visible(writer.take())
        #expect(String(decoding: visible, as: UTF8.self) == "\"\(expected)\"")
        var reader = JSONReader(visible)
        #expect(try reader.readString() == text)
    }

    @Test func `every code point is escaped where it must be`() throws {
        let unseen = Set(
            [0x61C, 0x200E, 0x200F] + Array(0x80...0x9F) + Array(0x2028...0x202E) + Array(0x2066...0x2069))
        for value in 0x80...0x2FFF {
            let scalar = try #require(Unicode.Scalar(UInt32(value)))
            let bytes = Array(String(Character(scalar)).utf8)
            #expect((JSONText.visible(bytes) != bytes) == unseen.contains(value), "\(value)")
        }
    }

    @Test(arguments: [[0xC2], [0xE2], [0xE2, 0x80], [0xD8]] as [[UInt8]])
    func `bytes that end too early are no trap`(_ bytes: [UInt8]) {
        #expect(JSONText.visible(bytes) == bytes)
    }
}
