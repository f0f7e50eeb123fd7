extension JSONReader {
    /// The next value with all that is in it. A name twice in one object is an error.
    public mutating func readValue() throws(JSONError) -> JSONValue {
        switch try peek() {
        case .object: return .object(try readMembers())
        case .array: return .array(try readElements())
        case .string: return .string(try readString())
        case .number: return .number(try readNumber())
        case .bool: return .bool(try readBool())
        case .null:
            _ = try readNull()
            return .null
        }
    }

    /// Passes the next value; checks it just as `readValue` does.
    public mutating func skipValue() throws(JSONError) {
        switch try peek() {
        case .object:
            try beginObject()
            var names: Set<String> = []
            while try nextKey(unique: &names) != nil { try skipValue() }
        case .array:
            try beginArray()
            while try nextElement() { try skipValue() }
        case .string: _ = try scanString()
        case .number: try skipNumber()
        case .bool: _ = try readBool()
        case .null: _ = try readNull()
        }
    }

    /// Passes the next value, checks it, and gives its range in the bytes that the reader was made with.
    public mutating func readRaw() throws(JSONError) -> Range<Int> {
        _ = try peek()
        let first = position
        try skipValue()
        return first..<position
    }

    /// The next value as its text, which is checked.
    public mutating func readRawText() throws(JSONError) -> String {
        String(decoding: bytes[try readRaw()], as: UTF8.self)
    }

    /// Passes the next value as a text of JSON, and gives its range: a name may come twice in an object.
    ///
    /// For values that are read on their own afterwards, so that a fault in one does not spoil its neighbours.
    public mutating func readText() throws(JSONError) -> Range<Int> {
        let kind = try peek()
        let first = position
        switch kind {
        case .object:
            try beginObject()
            while try passKey() { _ = try readText() }
        case .array:
            try beginArray()
            while try nextElement() { _ = try readText() }
        case .string, .number, .bool, .null: try skipValue()
        }
        return first..<position
    }

    private mutating func readMembers() throws(JSONError) -> [JSONMember] {
        try beginObject()
        var members: [JSONMember] = []
        var names: Set<String> = []
        while let name = try nextKey(unique: &names) {
            members.append(JSONMember(name: name, value: try readValue()))
        }
        return members
    }

    private mutating func readElements() throws(JSONError) -> [JSONValue] {
        try beginArray()
        var elements: [JSONValue] = []
        while try nextElement() { elements.append(try readValue()) }
        return elements
    }

    private mutating func readNumber() throws(JSONError) -> JSONNumber {
        try skipNumber()
        return JSONNumber(checked: String(decoding: bytes[valueStart..<position], as: UTF8.self))
    }

    /// Passes a number; one whose exponent cannot be held exactly is refused, for it could not be compared.
    private mutating func skipNumber() throws(JSONError) {
        let token = try readNumberToken()
        guard !token.isFar || token.mantissa == 0 else {
            throw fault("a number's exponent has more than 17 digits")
        }
    }
}
