import JSON
import Testing

@Suite struct FaultTests {
    static let table = JSONKeyTable(["conversionId", "progress", "trackTitle", "timer", "list", "a/b", "m~n"])

    /// Reads an object of the table's names and passes their values.
    func readFields(_ text: String) throws(JSONError) -> [Int] {
        var reader = JSONReader(Array(text.utf8))
        var seen: UInt64 = 0
        var fields: [Int] = []
        try reader.beginObject()
        while let field = try reader.nextKey(Self.table, seen: &seen) {
            fields.append(field)
            try reader.skipValue()
        }
        try reader.finish()
        return fields
    }

    @Test func `known names come as their indexes, however they are escaped`() throws {
        #expect(try readFields(#"{"progress":1,"conversionId":"x","a/b":1,"m~n":{}}"#) == [1, 0, 5, 6])
        #expect(try readFields(#"{"\u0070rogress":1,"a\/b":1}"#) == [1, 5])
        #expect(try readFields("{}") == [])
    }

    @Test(arguments: [
        (#"{"progres":1}"#, "/progres", 1, #"unknown field "progres"; did you mean "progress"?"#),
        (
            #"{"timer":1,"track_title":1}"#, "/track_title", 11,
            #"unknown field "track_title"; did you mean "trackTitle"?"#
        ),
        (#"{"zebra":1}"#, "/zebra", 1, #"unknown field "zebra""#), (#"{"":1}"#, "/", 1, #"unknown field """#),
        (#"{"x/y~z":1}"#, "/x~1y~0z", 1, #"unknown field "x/y~z""#),
        (#"{"é\n":1}"#, "/é\n", 1, #"unknown field "é\n""#),
    ])
    func `an unknown name is an error that suggests the nearest`(
        text: String, pointer: String, byte: Int, message: String
    ) {
        let error = #expect(throws: JSONError.self) { try readFields(text) }
        #expect(error == JSONError(kind: .unknownKey, pointer: pointer, byte: byte, message: message))
    }

    @Test(arguments: [#"{"progress":1,"progress":1}"#, #"{"progress":1,"\u0070rogress":1}"#])
    func `a name twice is an error at the second`(text: String) {
        let error = #expect(throws: JSONError.self) { try readFields(text) }
        #expect(
            error
                == JSONError(
                    kind: .duplicateKey, pointer: "/progress", byte: 14,
                    message: #"the field "progress" is there twice"#))
    }

    @Test func `a very long unknown name is cut in the message`() {
        let error = #expect(throws: JSONError.self) {
            try readFields("{\"" + String(repeating: "x", count: 4000) + "\":1}")
        }
        #expect(error?.kind == .unknownKey)
        #expect(error.map { $0.message.utf8.count < 100 } == true)
    }

    @Test func `64 names each have their bit`() throws {
        let names = (0..<64).map { "name\($0)" }
        let table = JSONKeyTable(names)
        #expect(table.names == names)
        let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        var reader = JSONReader(Array(text.utf8))
        var seen: UInt64 = 0
        var indexes: [Int] = []
        try reader.beginObject()
        while let index = try reader.nextKey(table, seen: &seen) {
            indexes.append(index)
            try reader.skipValue()
        }
        #expect(indexes == Array(0..<64))
        #expect(seen == .max)
    }

    @Test func `names in a table may share length and letters`() throws {
        let table = JSONKeyTable(["abcd", "axcd", "abxd", "aacd", "", "a"])
        for (index, name) in table.names.enumerated() {
            var reader = JSONReader(Array("{\"\(name)\":0}".utf8))
            var seen: UInt64 = 0
            try reader.beginObject()
            #expect(try reader.nextKey(table, seen: &seen) == index)
        }
    }

    @Test(arguments: [
        ("string", "[0]", "expected a string, found a number"), ("string", "[null]", "expected a string, found null"),
        ("double", "[\"1\"]", "expected a number, found a string"),
        ("integer", "[true]", "expected a number, found true or false"),
        ("bool", "[{}]", "expected true or false, found an object"),
        ("bool", "[0]", "expected true or false, found a number"),
        ("object", "[[]]", "expected an object, found an array"),
        ("array", "[{}]", "expected an array, found an object"),
    ])
    func `a value of another kind is a type error`(wanted: String, text: String, message: String) throws {
        var reader = JSONReader(Array(text.utf8))
        try reader.beginArray()
        _ = try reader.nextElement()
        let error = #expect(throws: JSONError.self) {
            switch wanted {
            case "string": _ = try reader.readString()
            case "double": _ = try reader.readDouble()
            case "integer": _ = try reader.readInteger()
            case "bool": _ = try reader.readBool()
            case "object": try reader.beginObject()
            default: try reader.beginArray()
            }
        }
        #expect(error == JSONError(kind: .type, pointer: "/0", byte: 1, message: message))
    }

    @Test func `a fault of the caller's points to the value last begun or ended`() throws {
        var reader = JSONReader(Array(#" {"timer": {"a/b": 12, "m~n": 5}, "list": [1, [2, 3]], "progress": 7}"#.utf8))
        var seen: UInt64 = 0
        try reader.beginObject()
        check(reader.fault("m"), "", 1)
        _ = try reader.nextKey(Self.table, seen: &seen)
        check(reader.fault("m"), "/timer", 11)
        check(reader.faultInContainer("m"), "", 1)
        var inner: UInt64 = 0
        try reader.beginObject()
        check(reader.fault("m"), "/timer", 11)
        check(reader.faultInContainer("m"), "/timer", 11)
        _ = try reader.nextKey(Self.table, seen: &inner)
        _ = try reader.readInteger()
        check(reader.fault("m"), "/timer/a~1b", 19)
        check(reader.faultInContainer("m"), "/timer", 11)
        _ = try reader.nextKey(Self.table, seen: &inner)
        _ = try reader.readDouble()
        check(reader.fault("m"), "/timer/m~0n", 30)
        #expect(try reader.nextKey(Self.table, seen: &inner) == nil)
        check(reader.fault("m"), "/timer", 11)
        check(reader.faultInContainer("m"), "/timer", 11)
        try finishLists(&reader, &seen)
    }

    private func finishLists(_ reader: inout JSONReader, _ seen: inout UInt64) throws {
        _ = try reader.nextKey(Self.table, seen: &seen)
        check(reader.faultInContainer("m"), "", 1)
        try reader.beginArray()
        _ = try reader.nextElement()
        _ = try reader.readInteger()
        check(reader.fault("m"), "/list/0", 43)
        _ = try reader.nextElement()
        try reader.beginArray()
        _ = try reader.nextElement()
        _ = try reader.readInteger()
        _ = try reader.nextElement()
        _ = try reader.readInteger()
        check(reader.fault("m"), "/list/1/1", 50)
        check(reader.faultInContainer("m"), "/list/1", 46)
        #expect(try !reader.nextElement())
        check(reader.fault("m"), "/list/1", 46)
        #expect(try !reader.nextElement())
        check(reader.fault("m"), "/list", 42)
        _ = try reader.nextKey(Self.table, seen: &seen)
        _ = try reader.readInteger()
        check(reader.fault("m"), "/progress", 67)
        #expect(try reader.nextKey(Self.table, seen: &seen) == nil)
        check(reader.faultInContainer("m"), "", 1)
        try reader.finish()
    }

    private func check(
        _ error: JSONError, _ pointer: String, _ byte: Int, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(error == JSONError(kind: .value, pointer: pointer, byte: byte, message: "m"), sourceLocation: location)
    }

    @Test func `offsets count from the start of the range`() throws {
        var reader = JSONReader(Array(#"......["a"]"#.utf8), range: 6..<11)
        try reader.beginArray()
        _ = try reader.nextElement()
        _ = try reader.readString()
        #expect(reader.lastValueByte == 1)
        #expect(reader.fault("m").byte == 1)
    }

    @Test func `calls out of turn are faults, not traps`() throws {
        var seen: UInt64 = 0
        var names: Set<String> = []
        var scalar = JSONReader(Array("1".utf8))
        #expect(throws: JSONError.self) { _ = try scalar.nextElement() }
        #expect(throws: JSONError.self) { _ = try scalar.nextKey(Self.table, seen: &seen) }
        #expect(throws: JSONError.self) { _ = try scalar.nextKey(unique: &names) }
        var array = JSONReader(Array("[1,2]".utf8))
        try array.beginArray()
        #expect(throws: JSONError.self) { _ = try array.nextKey(Self.table, seen: &seen) }
        #expect(throws: JSONError.self) { try array.finish() }
        #expect(try array.nextElement())
        #expect(throws: JSONError.self) { _ = try array.nextElement() }
    }
}

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("progres", "progress"), ("Progress", "progress"), ("porgress", "progress"),
        ("queue_position", "queuePosition"), ("tite", "title"), ("eta", "eta"), ("et", "eta"),
        ("subtitel", "subtitle"), ("QUEUE-POSITION", "queuePosition"),
    ])
    func `a mistyped name finds what was meant`(name: String, meant: String) {
        #expect(NearestName.of(name, among: ["progress", "queuePosition", "title", "subtitle", "eta"]) == meant)
    }

    @Test(arguments: ["", "x", "zebra", "position", String(repeating: "progress", count: 50)])
    func `nothing is suggested where nothing is near`(name: String) {
        #expect(NearestName.of(name, among: ["progress", "queuePosition", "title", "eta"]) == nil)
    }

    @Test func `nothing is near where there are no names`() {
        #expect(NearestName.of("a", among: []) == nil)
    }
}
