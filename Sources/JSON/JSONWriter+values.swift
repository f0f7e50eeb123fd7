extension JSONWriter {
    /// A string: `"`, `\` and control characters are escaped, all else goes as it is.
    public mutating func string(_ value: String) {
        beginItem()
        appendQuoted(value)
    }

    /// `true` or `false`.
    public mutating func bool(_ value: Bool) {
        text(value ? "true" : "false")
    }

    /// `null`.
    public mutating func null() {
        text("null")
    }

    /// A value with all that is in it.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): text(value.text)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }

    /// A value in its canonical form: see `JSONValue.canonical`.
    mutating func canonical(_ value: JSONValue) {
        switch value {
        case .number(let value): text(value.canonical)
        case .array(let elements):
            beginArray()
            for element in elements { canonical(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members.sorted(by: JSONMember.isBefore) {
                key(member.name)
                canonical(member.value)
            }
            endObject()
        default: self.value(value)
        }
    }

    /// One whole value that is JSON already; it is not looked at.
    public mutating func raw(_ bytes: some Sequence<UInt8>) {
        beginItem()
        buffer.append(contentsOf: bytes)
    }

    /// One whole value that is JSON already; it is not looked at.
    public mutating func raw(_ bytes: [UInt8]) {
        beginItem()
        buffer.append(contentsOf: bytes)
    }

    /// One whole value that is JSON already; it is not looked at.
    public mutating func raw(_ bytes: ArraySlice<UInt8>) {
        beginItem()
        buffer.append(contentsOf: bytes)
    }

    /// One whole value that is JSON already; it is not looked at.
    public mutating func raw(_ text: String) {
        self.text(text)
    }

    /// The members of an object that is JSON already, into the open one. It begins and ends with its braces.
    public mutating func rawMembers(of object: String) {
        guard !isPretty else { return prettyMembers(of: object) }
        let inner = object.utf8.dropFirst().dropLast()
        guard !inner.isEmpty else { return }
        beginItem()
        buffer.append(contentsOf: inner)
    }

    private mutating func prettyMembers(of object: String) {
        var reader = JSONReader(Array(object.utf8))
        guard case .object(let members)? = try? reader.readValue() else { return }
        for member in members {
            key(member.name)
            value(member.value)
        }
    }

    /// One whole value that is JSON already.
    mutating func text(_ value: String) {
        beginItem()
        buffer.append(contentsOf: value.utf8)
    }

    mutating func appendQuoted(_ value: String) {
        let text = value.utf8Span.span
        var next = 0
        buffer.append(addingCapacity: text.count + 2) { (output: inout OutputSpan<UInt8>) in
            output.append(Byte.quote)
            while next < text.count, !Self.isEscaped(text[next]) {
                output.append(text[next])
                next += 1
            }
            if next == text.count { output.append(Byte.quote) }
        }
        if next < text.count { appendEscaped(text, from: next) }
    }

    /// The rest of a string, from its first character on that must be escaped.
    private mutating func appendEscaped(_ text: Span<UInt8>, from first: Int) {
        for index in first..<text.count {
            let byte = text[index]
            if Self.isEscaped(byte) { appendEscape(byte) } else { buffer.append(byte) }
        }
        buffer.append(Byte.quote)
    }

    @inline(__always)
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == Byte.quote || byte == Byte.backslash
    }

    private mutating func appendEscape(_ byte: UInt8) {
        buffer.append(Byte.backslash)
        switch byte {
        case Byte.quote, Byte.backslash: buffer.append(byte)
        case 0x08: buffer.append(UInt8(ascii: "b"))
        case 0x09: buffer.append(UInt8(ascii: "t"))
        case 0x0A: buffer.append(UInt8(ascii: "n"))
        case 0x0C: buffer.append(UInt8(ascii: "f"))
        case 0x0D: buffer.append(UInt8(ascii: "r"))
        default:
            buffer.append(contentsOf: "u00".utf8)
            buffer.append(Byte.hexDigit(byte >> 4))
            buffer.append(Byte.hexDigit(byte & 15))
        }
    }
}
