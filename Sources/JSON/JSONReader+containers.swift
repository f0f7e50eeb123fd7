extension JSONReader {
    /// Opens an object; `nextKey` gives its members.
    public mutating func beginObject() throws(JSONError) {
        guard try beginValue() == Byte.openBrace else { throw typeFault(.object) }
        try open(isArray: false)
    }

    /// Opens an array; `nextElement` goes through it.
    public mutating func beginArray() throws(JSONError) {
        guard try beginValue() == Byte.openBracket else { throw typeFault(.array) }
        try open(isArray: true)
    }

    /// The index in `table` of the next member's name, nil at the closing brace. Its value is to be read next.
    ///
    /// `seen` has a bit for each name read so far; the caller starts it at 0. A name that is not in the table, and a
    /// name that comes again, are errors that point to that member.
    public mutating func nextKey(_ table: JSONKeyTable, seen: inout UInt64) throws(JSONError) -> Int? {
        guard try beginMember() else { return nil }
        let quote = position
        let token = try scanString()
        setKey(token)
        guard let index = lookUp(token, table) else { throw unknownKeyFault(token, table, at: quote) }
        let bit = UInt64(1) << UInt64(truncatingIfNeeded: index)
        guard seen & bit == 0 else { throw duplicateKeyFault(table.names[index], at: quote) }
        seen |= bit
        try readColon()
        return index
    }

    /// The next member's name whatever it is, nil at the closing brace. Its value is to be read next.
    ///
    /// `names` has the names read so far; the caller starts with none. A name that comes again is an error. Names that
    /// Unicode holds to be the same text (canonically equivalent) are the same name here.
    public mutating func nextKey(unique names: inout Set<String>) throws(JSONError) -> String? {
        guard try beginMember() else { return nil }
        let quote = position
        let token = try scanString()
        setKey(token)
        let name = text(of: token)
        guard names.insert(name).inserted else { throw duplicateKeyFault(name, at: quote) }
        try readColon()
        return name
    }

    /// Whether the object has another member, whose value is to be read next; its name is passed unlooked at.
    mutating func passKey() throws(JSONError) -> Bool {
        guard try beginMember() else { return false }
        setKey(try scanString())
        try readColon()
        return true
    }

    /// Whether the array has another element, which is to be read next; false at the closing bracket.
    public mutating func nextElement() throws(JSONError) -> Bool {
        guard depth > 0, frame.isArray else { throw syntaxFault("no array is open here") }
        skipSpace()
        if position < end, bytes[position] == Byte.closeBracket {
            close()
            return false
        }
        if frame.count > 0 { try readComma(or: Byte.closeBracket) }
        frame.count += 1
        hasJustClosed = false
        valueStart = position
        return true
    }

    private mutating func open(isArray: Bool) throws(JSONError) {
        let most = min(limits.depth, JSONLimits.deepest)
        guard depth < most else {
            throw fault("arrays and objects are nested more than \(most) deep", kind: .depth)
        }
        if depth > 0 { parents.append(frame) }
        depth += 1
        frame = JSONFrame(isArray: isArray, start: position)
        position += 1
    }

    private mutating func close() {
        position += 1
        valueStart = frame.start
        hasJustClosed = true
        depth -= 1
        frame = parents.popLast() ?? JSONFrame(isArray: false, start: start)
    }

    /// Goes to the quote of the next member's name; false at the closing brace, which it passes.
    @inline(__always)
    private mutating func beginMember() throws(JSONError) -> Bool {
        guard depth > 0, !frame.isArray else { throw syntaxFault("no object is open here") }
        skipSpace()
        if position < end, bytes[position] == Byte.closeBrace {
            close()
            return false
        }
        if frame.count > 0 { try readComma(or: Byte.closeBrace) }
        // A fault in the name is the object's: there is no member yet to point to.
        frame.keyStart = -1
        guard position < end else { throw endFault("a name") }
        guard bytes[position] == Byte.quote else { throw syntaxFault("expected a name in quotes, found \(found())") }
        frame.count += 1
        hasJustClosed = false
        return true
    }

    @inline(__always)
    private mutating func setKey(_ token: StringToken) {
        frame.keyStart = token.start
        frame.keyEnd = token.end
    }

    @inline(__always)
    private func lookUp(_ token: StringToken, _ table: JSONKeyTable) -> Int? {
        guard token.hasEscapes else { return table.index(of: token.start..<token.end, in: bytes.span) }
        let name = Array(text(of: token).utf8)
        return table.index(of: 0..<name.count, in: name.span)
    }

    /// Reads the colon and goes to the value behind it.
    @inline(__always)
    private mutating func readColon() throws(JSONError) {
        skipSpace()
        guard position < end else { throw endFault("a colon") }
        guard bytes[position] == Byte.colon else { throw syntaxFault("expected ':' after the name, found \(found())") }
        position += 1
        skipSpace()
        valueStart = position
    }

    /// Reads the comma between two members or elements and goes to what follows it.
    @inline(__always)
    private mutating func readComma(or closing: UInt8) throws(JSONError) {
        guard position < end, bytes[position] == Byte.comma else { throw commaFault(or: closing) }
        position += 1
        skipSpace()
        if position < end, bytes[position] == closing { throw trailingCommaFault(before: closing) }
    }
}
