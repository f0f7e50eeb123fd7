import JSON
import Testing

@Suite struct AcceptTests {
    /// A text and the canonical form of what it says.
    static let accepted: [(text: String, canonical: String)] = [
        // Structure
        ("[]", "[]"), ("{}", "{}"), ("[[]]", "[[]]"), ("[{}]", "[{}]"), ("{\"a\":{}}", "{\"a\":{}}"),
        ("[ ]", "[]"), ("{ }", "{}"), (" [] ", "[]"), ("[]\n", "[]"), ("\t\r\n []", "[]"),
        ("[1 , 2]", "[1,2]"), ("[1,2,3]", "[1,2,3]"), ("[[],[],[]]", "[[],[],[]]"),
        ("{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}"), ("{\"b\":2,\"a\":1}", "{\"a\":1,\"b\":2}"),
        ("{ \"a\" : 1 }", "{\"a\":1}"), ("{\n\"a\"\n:\n1\n}", "{\"a\":1}"), ("{\"\":0}", "{\"\":0}"),
        ("{\"a\":[]}", "{\"a\":[]}"), ("{\"a\":\"a\"}", "{\"a\":\"a\"}"), ("[null,1,null]", "[null,1,null]"),
        ("{\"a\":{\"a\":{\"a\":1}}}", "{\"a\":{\"a\":{\"a\":1}}}"), ("{\"a\":1,\"A\":2}", "{\"A\":2,\"a\":1}"),
        // Scalars on their own
        ("null", "null"), ("true", "true"), ("false", "false"), ("\"\"", "\"\""), ("\"a\"", "\"a\""), ("0", "0"),
        ("-1", "-1"), (" 1 ", "1"), ("\"\\n\"", "\"\\n\""),
        // Numbers
        ("[-0]", "[0]"), ("[-0.0]", "[0]"), ("[0e1]", "[0]"), ("[0e+1]", "[0]"), ("[0E-1]", "[0]"),
        ("[1e2]", "[100]"), ("[1E2]", "[100]"), ("[1e+2]", "[100]"), ("[1E+2]", "[100]"), ("[1e-2]", "[0.01]"),
        ("[1.5]", "[1.5]"), ("[-1.5]", "[-1.5]"), ("[0.1]", "[0.1]"), ("[1.0]", "[1]"),
        ("[123.456e78]", "[1.23456e80]"),
        ("[1e00002]", "[100]"), ("[1e-00]", "[1]"), ("[0.0000001]", "[1e-7]"), ("[0.00001]", "[0.00001]"),
        ("[-123]", "[-123]"), ("[20e1]", "[200]"), ("[123123e100000]", "[1.23123e100005]"),
        ("[-1e+9999]", "[-1e9999]"), ("[1.5e+9999]", "[1.5e9999]"),
        ("[-123123123123123123123123123123]", "[-1.23123123123123123123123123123e29]"),
        ("[100000000000000000000]", "[100000000000000000000]"), ("[0.4e00669999999999]", "[4e669999999998]"),
        ("[0e99999999999999999999999999]", "[0]"), ("[1234567890123456.789]", "[1234567890123456.789]"),
        // Strings
        ("[\" \"]", "[\" \"]"), ("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\"\\\\/\\b\\f\\n\\r\\t\"]"),
        ("[\"\\u0060\\u012a\\u12AB\"]", "[\"`Īካ\"]"), ("[\"\\u00e9\"]", "[\"é\"]"), ("[\"\\u00E9\"]", "[\"é\"]"),
        ("[\"\\uD801\\udc37\"]", "[\"𐐷\"]"), ("[\"\\ud83d\\ude39\\ud83d\\udc8d\"]", "[\"😹💍\"]"),
        ("[\"\\u0001\"]", "[\"\\u0001\"]"), ("[\"\\u001f\"]", "[\"\\u001f\"]"), ("[\"\\u0022\"]", "[\"\\\"\"]"),
        ("[\"\\u005C\"]", "[\"\\\\\"]"), ("[\"\\\\u0000\"]", "[\"\\\\u0000\"]"), ("[\"\\\\n\"]", "[\"\\\\n\"]"),
        ("[\"\\u2028\\u2029\"]", "[\"\u{2028}\u{2029}\"]"), ("[\"\u{2028}\"]", "[\"\u{2028}\"]"),
        ("[\"\\uFFFF\"]", "[\"\u{FFFF}\"]"), ("[\"\\uDBFF\\uDFFF\"]", "[\"\u{10FFFF}\"]"),
        ("[\"\\uFFFE\"]", "[\"\u{FFFE}\"]"),
        ("[\"\u{10FFFF}\"]", "[\"\u{10FFFF}\"]"), ("[\"\u{7F}\"]", "[\"\u{7F}\"]"), ("[\"€𝄞é\"]", "[\"€𝄞é\"]"),
        ("[\"\\u200B\\u2064\"]", "[\"\u{200B}\u{2064}\"]"), ("[\"a/*b*/c\"]", "[\"a/*b*/c\"]"),
        ("[\"\u{FEFF}\"]", "[\"\u{FEFF}\"]"),
        ("[\"雨\"]", "[\"雨\"]"), ("{\"é\":1}", "{\"é\":1}"), ("{\"\\u00e9\":1}", "{\"é\":1}"),
        ("[\"a\u{301}\"]", "[\"a\u{301}\"]"),
    ]

    @Test(arguments: accepted) func `a valid text is read for what it says`(text: String, canonical: String) throws {
        let value = try read(text)
        #expect(Array(value.canonical.utf8) == Array(canonical.utf8))
        #expect(skipFault(in: Array(text.utf8)) == nil)
    }

    @Test func `a raw value is given as its range in the bytes`() throws {
        let bytes = Array(#"xx {"a": [1, "b"] , "c":2} yy"#.utf8)
        var reader = JSONReader(bytes, range: 3..<26)
        var seen: UInt64 = 0
        try reader.beginObject()
        #expect(try reader.nextKey(JSONKeyTable(["a", "c"]), seen: &seen) == 0)
        let range = try reader.readRaw()
        #expect(String(decoding: bytes[range], as: UTF8.self) == #"[1, "b"]"#)
        #expect(reader.lastValueByte == 6)
        #expect(try reader.nextKey(JSONKeyTable(["a", "c"]), seen: &seen) == 1)
        #expect(try reader.readInteger() == 2)
        #expect(try reader.nextKey(JSONKeyTable(["a", "c"]), seen: &seen) == nil)
        try reader.finish()
    }

    @Test(arguments: [0..<0, 5..<5, 4..<900, 900..<901, -3..<0]) func `a range beyond the bytes is cut`(
        range: Range<Int>
    ) {
        var reader = JSONReader(Array("[[1]]".utf8), range: range)
        #expect(throws: JSONError.self) { try reader.skipValue() }
    }

    @Test func `the next value's kind is seen before it is read`() throws {
        var reader = JSONReader(Array(#"[{}, [], "", -1, 2, true, false, null]"#.utf8))
        var kinds: [JSONKind] = [try reader.peek()]
        try reader.beginArray()
        while try reader.nextElement() {
            kinds.append(try reader.peek())
            try reader.skipValue()
        }
        #expect(kinds == [.array, .object, .array, .string, .number, .number, .bool, .bool, .null])
    }

    @Test func `null is consumed, anything else is not`() throws {
        var reader = JSONReader(Array("[null,7]".utf8))
        try reader.beginArray()
        #expect(try reader.nextElement())
        #expect(try reader.readNull())
        #expect(try reader.nextElement())
        #expect(try !reader.readNull())
        #expect(try reader.readInteger() == 7)
        #expect(try !reader.nextElement())
        try reader.finish()
    }
}
