import JSON
import TestSupport
import Testing

@Suite struct WriterTests {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `commas and nesting are the writer's work`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        writer.integer(1)
        writer.beginObject()
        writer.endObject()
        writer.null()
        writer.beginArray()
        writer.endArray()
        writer.endArray()
        writer.key("b" as String)
        writer.bool(true)
        writer.key("c")
        writer.raw(Array("[1,2]".utf8))
        writer.key("d")
        writer.raw(Array("x{}x".utf8)[1..<3])
        writer.key("e")
        writer.raw("7".utf8)
        writer.endObject()
        #expect(text(writer.bytes) == #"{"a":[1,{},null,[]],"b":true,"c":[1,2],"d":{},"e":7}"#)
        #expect(writer.count == writer.bytes.count)
    }

    @Test func `the pretty form has a member a line`() throws {
        let value = try read(#"{"a":[1,{"b":null},[]],"c":{},"d":"x"}"#)
        var writer = JSONWriter(pretty: true)
        writer.value(value)
        let expected = """
            {
              "a": [
                1,
                {
                  "b": null
                },
                []
              ],
              "c": {},
              "d": "x"
            }
            """
        #expect(text(writer.take()) == expected)
        var members = JSONWriter(pretty: true)
        members.beginObject()
        members.member("a", 1)
        members.member("b", 2.5)
        members.endObject()
        #expect(text(members.take()) == "{\n  \"a\": 1,\n  \"b\": 2.5\n}")
    }

    @Test func `quotes, backslashes and control characters are escaped, nothing else`() {
        var writer = JSONWriter()
        writer.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é雨😹\u{2028}")
        #expect(text(writer.take()) == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}é雨😹\u{2028}\"")
        var name = JSONWriter()
        name.beginObject()
        name.key("a\"b\nc" as String)
        name.integer(1)
        name.endObject()
        #expect(text(name.take()) == #"{"a\"b\nc":1}"#)
    }

    @Test func `optional members without a value are left out`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", String?.none)
        writer.member("b", "x" as String?)
        writer.member("c", Double?.none)
        writer.member("d", 0.5 as Double?)
        writer.member("e", Int?.none)
        writer.member("f", 3 as Int?)
        writer.member("g", Bool?.none)
        writer.member("h", false as Bool?)
        writer.member("i", true)
        writer.member("j", Double.nan)
        writer.endObject()
        #expect(text(writer.take()) == #"{"b":"x","d":0.5,"f":3,"h":false,"i":true,"j":null}"#)
    }

    @Test func `values of their own stand a line each`() {
        var writer = JSONWriter()
        for number in 1...3 {
            writer.beginArray()
            writer.integer(number)
            writer.endArray()
            writer.newline()
        }
        #expect(text(writer.bytes) == "[1]\n[2]\n[3]\n")
        writer.removeAll()
        #expect(writer.count == 0)
        writer.string("again")
        #expect(text(writer.take()) == "\"again\"")
    }

    @Test func `a short capacity is no limit`() {
        var writer = JSONWriter(capacity: -1)
        let long = String(repeating: "雨", count: 5000)
        writer.string(long)
        #expect(writer.count == 15_002)
    }

    @Test func `a tree written and read is the same tree`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let value = tree(4, &generator)
            for pretty in [false, true] {
                var writer = JSONWriter(pretty: pretty)
                writer.value(value)
                let bytes = writer.take()
                let again = try read(bytes)
                #expect(again == value)
                #expect(again.canonical == value.canonical)
                var rewriter = JSONWriter(pretty: pretty)
                rewriter.value(again)
                #expect(rewriter.take() == bytes)
            }
        }
    }

    private func tree(_ depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number(JSONNumber(Int.random(in: -1000...1000, using: &generator)))
        case 3: return .number(JSONNumber(Double.random(in: -1e9...1e9, using: &generator)))
        case 4, 5: return .string(word(&generator))
        case 6: return .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in tree(depth - 1, &generator) })
        default:
            let members = (0..<Int.random(in: 0...4, using: &generator)).map { index in
                JSONMember(name: "\(index)" + word(&generator), value: tree(depth - 1, &generator))
            }
            return .object(members)
        }
    }

    private func word(_ generator: inout SeededGenerator) -> String {
        let letters: [Unicode.Scalar] = [
            "a", "Z", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "雨", "😹", "\u{301}", "\u{7F}", "~",
        ]
        var word = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            word.append(letters.randomElement(using: &generator) ?? "a")
        }
        return String(word)
    }
}

@Suite struct ValueTests {
    @Test func `equality is by value and ignores the order of members`() throws {
        #expect(try read(#"{"a":1,"b":[1.0,"x"]}"#) == read(#"{"b":[1,"\u0078"],"a":1e0}"#))
        #expect(try read("[1,2]") != read("[2,1]"))
        #expect(try read(#"{"a":1}"#) != read(#"{"a":1,"b":1}"#))
        #expect(try read(#"{"a":null}"#) != read("{}"))
        #expect(try read("null") != read("false"))
        #expect(try read(#""1""#) != read("1"))
        #expect(try read("\"\u{E9}\"") != read("\"e\u{301}\""))
    }

    @Test func `the canonical form sorts names by their bytes`() throws {
        #expect(
            try read(#"{"é":1,"z":2,"a":{"b":1.50,"a":[ ]},"Z":0,"aa":3}"#).canonical
                == #"{"Z":0,"a":{"a":[],"b":1.5},"aa":3,"z":2,"é":1}"#)
    }

    @Test func `a value gives what it is and nil for what it is not`() throws {
        let value = try read(#"{"s":"x","n":2.5,"l":[1],"o":{"k":null}}"#)
        #expect(value["s"]?.stringValue == "x")
        #expect(value["n"]?.doubleValue == 2.5)
        #expect(value["l"]?.arrayValue?.count == 1)
        #expect(value["o"]?["k"] == .null)
        #expect(value["o"]?.objectValue == [JSONMember(name: "k", value: .null)])
        #expect(value["missing"] == nil)
        #expect(value["s"]?["x"] == nil)
        #expect(value["n"]?.stringValue == nil)
        #expect(value["s"]?.doubleValue == nil)
        #expect(value["s"]?.arrayValue == nil)
        #expect(value.objectValue?.map(\.name) == ["s", "n", "l", "o"])
    }

    @Test(arguments: [("", ""), ("a", "a"), ("a/b", "a~1b"), ("m~n", "m~0n"), ("~1", "~01"), ("é", "é")])
    func `a pointer's token is escaped`(name: String, token: String) {
        #expect(JSONText.pointerToken(name) == token)
    }
}
