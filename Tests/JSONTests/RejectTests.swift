import JSON
import Testing

/// A text that must be refused, and how. `\xHH` in it is a byte.
struct Refusal: CustomTestStringConvertible, Sendable {
    let text: String
    let kind: JSONError.Kind
    let pointer: String
    let byte: Int

    /// A syntax error that belongs to no member.
    init(_ text: String, _ byte: Int) {
        self.init(text, .syntax, "", byte)
    }

    init(_ text: String, _ kind: JSONError.Kind, _ pointer: String, _ byte: Int) {
        self.text = text
        self.kind = kind
        self.pointer = pointer
        self.byte = byte
    }

    var testDescription: String { text }
}

@Suite struct RejectTests {
    static let structure: [Refusal] = [
        .init("", 0), .init(" ", 1), .init("\n", 1), .init("[", .syntax, "/0", 1), .init("{", 1), .init("]", 0),
        .init("}", 0),
        .init(",", 0), .init(":", 0), .init("[1", 2), .init("[1,", .syntax, "/1", 3), .init("[,1]", .syntax, "/0", 1),
        .init("[1,,2]", .syntax, "/1", 3), .init("[1,]", 3), .init("[1,\n]", 4), .init("[1 2]", 3),
        .init("[1:2]", .syntax, "/0", 2),
        .init("[\"a\":1]", 4), .init("[\"a\" \"b\"]", 5), .init("[1}", 2), .init("[}", .syntax, "/0", 1),
        .init("[]]", 2),
        .init("[]x", 2), .init("[][]", 2), .init("[] []", 3), .init("{}}", 2), .init("{},", 2), .init("{]", 1),
        .init("{,}", 1), .init("{\"a\"", .syntax, "/a", 4), .init("{\"a\"}", .syntax, "/a", 4),
        .init("{\"a\":}", .syntax, "/a", 5),
        .init("{\"a\":", .syntax, "/a", 5), .init("{\"a\":1", 6), .init("{\"a\":1,", 7), .init("{\"a\":1,}", 7),
        .init("{\"a\":1,,}", 7), .init("{\"a\":1 \"b\":2}", 7), .init("{\"a\" 1}", .syntax, "/a", 5),
        .init("{\"a\":1]", .syntax, "", 6),
        .init("{\"a\"::1}", .syntax, "/a", 5), .init("{a:1}", 1), .init("{'a':1}", 1), .init("{1:1}", 1),
        .init("{null:1}", 1),
        .init("{\"a\":1;}", .syntax, "/a", 6), .init("{\"a\",1}", .syntax, "/a", 4), .init("{[]:1}", 1),
        .init("{\"a\":{\"b\":[1,{\"c\":]}]}}", .syntax, "/a/b/1/c", 18), .init("{\"a\":[1,2", .syntax, "/a", 9),
        .init("1 2", 2),
        .init("[\u{0C}]", .syntax, "/0", 1), .init("[\u{0B}1]", .syntax, "/0", 1), .init("[\u{A0}1]", .syntax, "/0", 1),
        .init("\u{2060}[]", 0),
        .init("[1/*c*/]", .syntax, "/0", 2), .init("[1]//c", 3), .init("/**/1", 0), .init("#1", 0), .init("<.>", 0),
        .init("*", 0),
        .init("{\"a\":1}{\"b\":2}", 7), .init("\"a\"b", 3), .init("\\x00", 0), .init("[]\\x00", 2),
        .init("[\\x00]", .syntax, "/0", 1),
        .init("\\xEF\\xBB\\xBF{}", 0), .init("\\xEF\\xBB\\xBF", 0), .init("\\xEF\\xBB{}", 0),
        .init("\\xFF\\xFE[\\x00]\\x00", 0),
        .init("\\x00[\\x00]", 0), .init("[\\xE5]", .syntax, "/0", 1), .init("{\\xEF\\xBB\\xBF}", 1),
        .init("[]\\xEF\\xBB\\xBF", 2),
    ]

    static let words: [Refusal] = [
        .init("nul", 0), .init("nulll", 4), .init("Null", 0), .init("NULL", 0), .init("None", 0), .init("tru", 0),
        .init("True", 0), .init("TRUE", 0), .init("truth", 0), .init("fals", 0), .init("False", 0), .init("falsey", 5),
        .init("undefined", 0), .init("NaN", 0), .init("nan", 0), .init("-NaN", 0), .init("Infinity", 0),
        .init("-Infinity", 0),
        .init("+Infinity", 0), .init("Inf", 0), .init("-inf", 0), .init("[NaN]", .syntax, "/0", 1),
        .init("[a]", .syntax, "/0", 1),
        .init("{\"a\":NaN}", .syntax, "/a", 5), .init("{\"a\":-Infinity}", .syntax, "/a", 5), .init("[true false]", 6),
        .init("n", 0),
        .init("[nul]", .syntax, "/0", 1), .init("{\"a\":tru}", .syntax, "/a", 5), .init("'a'", 0), .init("`a`", 0),
        .init("\u{201C}a\u{201D}", 0),
    ]

    static let numbers: [Refusal] = [
        .init("-", 1), .init("+1", 0), .init("+", 0), .init(".5", 0), .init("-.5", 1), .init("5.", 2), .init("5.e1", 2),
        .init("[5.]", .syntax, "/0", 3),
        .init("01", 1), .init("-01", 2), .init("00", 1), .init("012.5", 1), .init("[-012]", .syntax, "/0", 3),
        .init("1e", 2), .init("1e+", 3),
        .init("1e-", 3), .init("1E", 2), .init("1eE2", 2), .init("1e1.5", 3), .init("1.2.3", 3), .init("1.2e3.4", 5),
        .init("0.1.2", 3), .init("0.e1", 2),
        .init("--1", 1), .init("-+1", 1), .init("++1", 0), .init("1+2", 1), .init("1-2", 1), .init("- 1", 1),
        .init("1_000", 1), .init("1 000", 2),
        .init("1,000", 1), .init("0x1F", 1), .init("0b1", 1), .init("1a", 1), .init("1e2a", 3), .init("-a", 0),
        .init("1\\xEF\\xBC\\x91", 1),
        .init("\u{FF11}", 0), .init("0E", 2), .init("0E+", 3), .init("[2.e+3]", .syntax, "/0", 3),
        .init("[1ea]", .syntax, "/0", 3), .init("[-x]", .syntax, "/0", 1),
        .init("[1\"a\"]", .syntax, "/0", 2), .init("[1[]]", .syntax, "/0", 2), .init("{\"a\":1.}", .syntax, "/a", 7),
        .init("{\"a\":01}", .syntax, "/a", 6), .init("$1", 0),
        .init("1f", 1), .init("1.0f", 3), .init("1e400000000000000000000", .value, "", 0),
        .init("[-1e-9999999999999999999]", .value, "/0", 1),
    ]

    static let strings: [Refusal] = [
        .init("\"", 1), .init("\"a", 2), .init("\"\\", 2), .init("\"\\\"", 3), .init("\"\\u", 3), .init("\"\\u00", 5),
        .init("\"\\u0041", 7), .init("[\"a]", .syntax, "/0", 4),
        .init("\"\\a\"", 1), .init("\"\\'\"", 1), .init("\"\\0\"", 1), .init("\"\\U0041\"", 1), .init("\"\\ \"", 1),
        .init("\"\\\n\"", 1), .init("\"\\xC3\\xA9\\é\"", 3), .init("\"a\\v\"", 2),
        .init("\"\\u00g0\"", 5), .init("\"\\u 041\"", 3), .init("\"\\u004\"", 6), .init("\"\\u+041\"", 3),
        .init("\"\\u-041\"", 3), .init("\"\\u00\\u0041\"", 5),
        .init("\"\\u0000\"", .value, "", 1), .init("{\"a\":\"x\\u0000\"}", .value, "/a", 7),
        .init("{\"\\u0000\":1}", .value, "", 2),
        .init("\"\\ud83d\"", .encoding, "", 1), .init("\"\\ud83d drive\"", .encoding, "", 1),
        .init("\"a\\udc00\"", .encoding, "", 2), .init("\"\\ud83dA\"", .encoding, "", 1),
        .init("\"\\ud83d\\n\"", .encoding, "", 1), .init("\"\\ud83d\\u0041\"", .encoding, "", 1),
        .init("\"\\ud83d\\ud83d\"", .encoding, "", 1), .init("\"\\udc00\\ud83d\"", .encoding, "", 1),
        .init("\"\\ud83d\\ude39\\ude39\"", .encoding, "", 13), .init("[1,{\"k\":\"\\uDFFF\"}]", .encoding, "/1/k", 9),
        .init("\"\\ud83d\\u\"", 9), .init("\"\\ud83d\\", .encoding, "", 1),
        .init("\"\\x00\"", 1), .init("\"a\\x1F\"", 2), .init("\"a\nb\"", 2), .init("\"\t\"", 1),
        .init("{\"a\nb\":1}", 3),
        .init("\"\\x80\"", .encoding, "", 1), .init("\"\\xBF\"", .encoding, "", 1),
        .init("\"\\xC0\\xAF\"", .encoding, "", 1), .init("\"\\xC1\\xBF\"", .encoding, "", 1),
        .init("\"\\xE0\\x80\\xAF\"", .encoding, "", 1), .init("\"\\xE0\\x9F\\xBF\"", .encoding, "", 1),
        .init("\"\\xED\\xA0\\xBD\"", .encoding, "", 1), .init("\"\\xED\\xBF\\xBF\"", .encoding, "", 1),
        .init("\"\\xF0\\x80\\x80\\xAF\"", .encoding, "", 1), .init("\"\\xF0\\x8F\\xBF\\xBF\"", .encoding, "", 1),
        .init("\"\\xF4\\x90\\x80\\x80\"", .encoding, "", 1), .init("\"\\xF5\\x80\\x80\\x80\"", .encoding, "", 1),
        .init("\"\\xFC\\x80\\x80\\x80\\x80\\x80\"", .encoding, "", 1), .init("\"\\xFE\"", .encoding, "", 1),
        .init("\"\\xFF\"", .encoding, "", 1), .init("\"é\\xE9\"", .encoding, "", 3),
        .init("\"\\xC3\"", .encoding, "", 1), .init("\"\\xC3x\"", .encoding, "", 1),
        .init("\"\\xE2\\x82\"", .encoding, "", 1), .init("\"\\xE2\\x82x\"", .encoding, "", 1),
        .init("\"\\xF0\\x9F\\x98\"", .encoding, "", 1),
        .init("\"\\xE2\\x82", .encoding, "", 1), .init("{\"\\xFF\":1}", .encoding, "", 2),
        .init("{\"a\":\"\\xED\\xA0\\xBD\"}", .encoding, "/a", 6), .init("{\"a\":1,\"\\ud800\":2}", .encoding, "", 8),
    ]

    static let names: [Refusal] = [
        .init("{\"a\":1,\"a\":2}", .duplicateKey, "/a", 7), .init("{\"a\":1,\"\\u0061\":1}", .duplicateKey, "/a", 7),
        .init("{\"\":1,\"\":1}", .duplicateKey, "/", 6),
        .init("{\"x\":{\"a\":1,\"b\":2,\"a\":3}}", .duplicateKey, "/x/a", 18),
        .init("[0,{\"a/b\":1,\"a\\/b\":1}]", .duplicateKey, "/1/a~1b", 12),
        .init("{\"é\":1,\"\\u00e9\":1}", .duplicateKey, "/é", 8),
        .init("{\"a\":[{\"~\":1,\"~\":1}]}", .duplicateKey, "/a/0/~0", 13),
    ]

    @Test(arguments: [structure, words, numbers, strings, names].flatMap { $0 })
    func `an invalid text is refused, and the fault says where`(refusal: Refusal) throws {
        let bytes = bytes(refusal.text)
        let error = try #require(fault(in: bytes))
        #expect(error.kind == refusal.kind, "\(error)")
        #expect(error.pointer == refusal.pointer, "\(error)")
        #expect(error.byte == refusal.byte, "\(error)")
        #expect(skipFault(in: bytes) == error)
        #expect(rawFault(in: bytes) == error)
    }

    @Test(arguments: [
        (#"{"progress":NaN}"#, "NaN is not JSON"), (#"{"progress":Infinity}"#, "Infinity is not JSON"),
        (#"{"progress":-Infinity}"#, "-Infinity is not JSON"), (#"{"progress":None}"#, "None is not JSON"),
        ("\u{FEFF}{}", "a byte order mark is not JSON"), ("[1,]", "a comma before ']' is not JSON"),
        (#"{"a":1,}"#, "a comma before '}' is not JSON"), ("[01]", "a number does not begin with 0 and another digit"),
        ("[1 2]", "expected ',' or ']', found '2'"), ("{\"a\"", "the text ends where a colon is expected"),
        ("\"\n\"", "a control character in a string must be escaped, found the byte 0x0A"),
        (#""\ud83d drive""#, #"\ud83d is half of a surrogate pair without the other half"#),
        (#""\u0000""#, "the character U+0000 is not accepted"), ("[\u{E9}]", "expected a value, found the byte 0xC3"),
        (#"{"a":1,"a":1}"#, #"the field "a" is there twice"#), ("{} x", "expected nothing after the value, found 'x'"),
    ])
    func `a message names what is wrong in one plain sentence`(text: String, message: String) {
        #expect(fault(in: Array(text.utf8))?.message == message)
    }

    @Test func `an error prints its place`() {
        let error = fault(in: Array(#"{"progress":NaN}"#.utf8))
        #expect(error?.description == "NaN is not JSON (at /progress, byte 12)")
        #expect(fault(in: [])?.description == "the text ends where a value is expected (at byte 0)")
    }

    @Test func `nesting is accepted to the limit and refused beyond it`() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(fault(in: nested(32)) == nil)
        let error = fault(in: nested(33))
        #expect(error?.kind == .depth)
        #expect(error?.byte == 32)
        #expect(error?.pointer == String(repeating: "/0", count: 32))
        #expect(fault(in: nested(1), limits: JSONLimits(depth: 0))?.kind == .depth)
        #expect(fault(in: nested(256), limits: JSONLimits(depth: .max)) == nil)
        #expect(fault(in: nested(257), limits: JSONLimits(depth: .max))?.kind == .depth)
        #expect(fault(in: nested(1), limits: JSONLimits(depth: -1))?.kind == .depth)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"]) func `a MiB of opening brackets is a fault, whatever the limit`(
        opening: String
    ) {
        let bytes = Array(String(repeating: opening, count: 1_048_576 / opening.utf8.count).utf8)
        for depth in [32, Int.max] { #expect(fault(in: bytes, limits: JSONLimits(depth: depth))?.kind == .depth) }
        #expect(skipFault(in: bytes)?.kind == .depth)
    }

    @Test func `a text is as long as the limit at most, its escapes resolved`() {
        let limits = JSONLimits(textBytes: 6)
        let fitting = [
            #""abcdef""#, #""雨雨""#, #""\u96e8\u96e8""#, #""\ud83d\ude39ab""#, #""\n\n\n\n\n\n""#, #"{"abcdef":1}"#,
        ]
        for text in fitting { #expect(fault(in: Array(text.utf8), limits: limits) == nil, "\(text)") }
        let long = [#""abcdefg""#, #""雨雨a""#, #""\u96e8\u96e8a""#, #""\ud83d\ude39abc""#, #""\n\n\n\n\n\n\n""#]
        for text in long {
            let error = fault(in: Array(text.utf8), limits: limits)
            #expect(error?.kind == .size, "\(text)")
            #expect(error?.byte == 0)
        }
        let name = fault(in: Array(#"{"a":{"abcdefg":1}}"#.utf8), limits: limits)
        #expect(name?.kind == .size)
        #expect(name?.pointer == "/a")
        #expect(name?.byte == 6)
        func quoted(_ count: Int) -> [UInt8] { Array(("\"" + String(repeating: "x", count: count) + "\"").utf8) }
        #expect(fault(in: quoted(4096)) == nil)
        #expect(fault(in: quoted(4097))?.kind == .size)
    }
}
