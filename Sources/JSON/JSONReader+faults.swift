extension JSONReader {
    /// An error at the value last begun, or at the container that has just ended, for what the caller finds wrong.
    public func fault(_ message: String, kind: JSONError.Kind = .value) -> JSONError {
        makeFault(message, kind: kind, at: valueStart)
    }

    /// An error about a container as a whole, such as a member that is missing.
    ///
    /// It is the container that has just ended, if nothing was read since, else the innermost open one. The caller may
    /// append the missing member's token to the error's pointer.
    public func faultInContainer(_ message: String, kind: JSONError.Kind = .value) -> JSONError {
        guard !hasJustClosed else { return fault(message, kind: kind) }
        return makeFault(message, kind: kind, pointer: pointer(toContainer: true), at: frame.start)
    }

    @inline(never)
    func makeFault(_ message: String, kind: JSONError.Kind, at index: Int) -> JSONError {
        makeFault(message, kind: kind, pointer: pointer(toContainer: false), at: index)
    }

    private func makeFault(_ message: String, kind: JSONError.Kind, pointer: String, at index: Int) -> JSONError {
        JSONError(kind: kind, pointer: pointer, byte: index - start, message: message)
    }

    /// The pointer to the current value, or to the innermost container around it.
    private func pointer(toContainer: Bool) -> String {
        var pointer = ""
        for parent in parents { pointer += token(parent) }
        if depth > 0, !toContainer { pointer += token(frame) }
        return pointer
    }

    /// The step from a container to its current member, with the slash; empty if there is none yet.
    private func token(_ frame: JSONFrame) -> String {
        if frame.isArray { return frame.count > 0 ? "/\(frame.count - 1)" : "" }
        guard frame.keyStart >= 0 else { return "" }
        let name = text(of: StringToken(start: frame.keyStart, end: frame.keyEnd, hasEscapes: true))
        return "/" + JSONText.pointerToken(name)
    }

    @inline(never)
    func syntaxFault(_ message: String, at index: Int? = nil) -> JSONError {
        makeFault(message, kind: .syntax, at: index ?? position)
    }

    /// A fault between two members or elements: it belongs to the container.
    @inline(never)
    func containerFault(_ message: String, at index: Int) -> JSONError {
        makeFault(message, kind: .syntax, pointer: pointer(toContainer: true), at: index)
    }

    @inline(never)
    func endFault(_ expected: String) -> JSONError {
        makeFault("the text ends where \(expected) is expected", kind: .syntax, at: end)
    }

    @inline(never)
    func encodingFault(_ message: String, at index: Int) -> JSONError {
        makeFault(message, kind: .encoding, at: index)
    }

    @inline(never)
    func surrogateFault(at index: Int) -> JSONError {
        let escape = String(decoding: bytes[index..<min(index + 6, end)], as: UTF8.self)
        return encodingFault("\(escape) is half of a surrogate pair without the other half", at: index)
    }

    @inline(never)
    func sizeFault(at index: Int) -> JSONError {
        makeFault("a text is longer than \(limits.textBytes) bytes", kind: .size, at: index)
    }

    @inline(never)
    func commaFault(or closing: UInt8) -> JSONError {
        let message = "expected ',' or '\(Unicode.Scalar(closing))', found \(found())"
        return containerFault(message, at: position)
    }

    @inline(never)
    func trailingCommaFault(before closing: UInt8) -> JSONError {
        containerFault("a comma before '\(Unicode.Scalar(closing))' is not JSON", at: position)
    }

    @inline(never)
    func unknownKeyFault(_ token: StringToken, _ table: JSONKeyTable, at index: Int) -> JSONError {
        let name = text(of: token)
        var message = "unknown field \(JSONText.quoted(name))"
        if let near = NearestName.of(name, among: table.names) {
            message += "; did you mean \(JSONText.quoted(near))?"
        } else if table.names.count <= JSONText.listedNames {
            message += "; known are \(table.names.map(JSONText.quoted).joined(separator: ", "))"
        }
        return makeFault(message, kind: .unknownKey, at: index)
    }

    @inline(never)
    func duplicateKeyFault(_ name: String, at index: Int) -> JSONError {
        makeFault("the field \(JSONText.quoted(name)) is there twice", kind: .duplicateKey, at: index)
    }

    /// The value at `position` is of another kind, or is none at all.
    @inline(never)
    func typeFault(_ expected: JSONKind) -> JSONError {
        guard position < end, let kind = JSONKind(firstByte: bytes[position]) else { return noValueFault() }
        return makeFault("expected \(expected.words), found \(kind.words)", kind: .type, at: position)
    }

    /// No value begins at `position`.
    @inline(never)
    func noValueFault() -> JSONError {
        if position == start, end - start >= 3, bytes[start..<start + 3] == [0xEF, 0xBB, 0xBF] {
            return syntaxFault("a byte order mark is not JSON")
        }
        if let word = word(at: position) { return syntaxFault("\(word) is not JSON") }
        return syntaxFault("expected a value, found \(found())")
    }

    /// The word at `index`, with the sign before it, for a message; nil if there is none.
    func word(at index: Int) -> String? {
        var last = index
        if last < end, bytes[last] == Byte.minus || bytes[last] == Byte.plus { last += 1 }
        guard last < end, Byte.isWord(bytes[last]) else { return nil }
        let most = min(end, index + JSONText.quotedScalars)
        while last < most, Byte.isWord(bytes[last]) { last += 1 }
        return String(decoding: bytes[index..<last], as: UTF8.self)
    }

    /// What stands at `index`, in words.
    func found(_ index: Int? = nil) -> String {
        let index = index ?? position
        guard index < end else { return "the end of the text" }
        let byte = bytes[index]
        guard 0x20..<0x7F ~= byte else {
            return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "'\(Unicode.Scalar(byte))'"
    }
}
