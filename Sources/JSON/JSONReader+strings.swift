extension JSONReader {
    /// A string, its escapes resolved (RFC 8259, section 7).
    ///
    /// Refused: U+0000, half of a surrogate pair, ill-formed UTF-8, unescaped control characters, and more than
    /// `limits.textBytes`.
    public mutating func readString() throws(JSONError) -> String {
        guard try beginValue() == Byte.quote else { throw typeFault(.string) }
        let token = try scanString()
        return text(of: token)
    }

    /// Checks the string whose quote stands at `position` and passes it.
    mutating func scanString() throws(JSONError) -> StringToken {
        let token = try findString()
        position = token.end + 1
        return token
    }

    /// The string whose quote stands at `position`.
    private func findString() throws(JSONError) -> StringToken {
        let first = position + 1
        let text = bytes.span
        var next = first
        while next < end {
            let byte = text[next]
            if byte == Byte.quote { return try makeToken(first, next, length: next - first, hasEscapes: false) }
            if byte < 0x20 || byte >= 0x80 || byte == Byte.backslash { return try findRichString(first, from: next) }
            next += 1
        }
        throw endFault("the string's closing quote")
    }

    /// A string that goes on with a byte that is not plain ASCII.
    private func findRichString(_ first: Int, from: Int) throws(JSONError) -> StringToken {
        let text = bytes.span
        var next = from
        var length = from - first
        var hasEscapes = false
        while next < end {
            let byte = text[next]
            if byte == Byte.quote { return try makeToken(first, next, length: length, hasEscapes: hasEscapes) }
            if byte == Byte.backslash {
                hasEscapes = true
                let (scalar, size) = try scanEscape(at: next)
                length += UTF8.width(scalar)
                next += size
            } else if byte < 0x20 {
                throw syntaxFault("a control character in a string must be escaped, found \(found(next))", at: next)
            } else {
                let size = byte < 0x80 ? 1 : UTF8Sequence.length(text, at: next, end: end)
                guard size > 0 else { throw encodingFault("\(found(next)) is not valid UTF-8 here", at: next) }
                length += size
                next += size
            }
        }
        throw endFault("the string's closing quote")
    }

    @inline(__always)
    private func makeToken(
        _ first: Int, _ last: Int, length: Int, hasEscapes: Bool
    ) throws(JSONError) -> StringToken {
        guard length <= limits.textBytes else { throw sizeFault(at: first - 1) }
        return StringToken(start: first, end: last, hasEscapes: hasEscapes)
    }

    /// The character that the escape at `index` stands for, and the escape's length in bytes.
    private func scanEscape(at index: Int) throws(JSONError) -> (scalar: Unicode.Scalar, size: Int) {
        guard index + 1 < end else { throw endFault("the rest of an escape") }
        let letter = bytes[index + 1]
        if letter == UInt8(ascii: "u") { return try scanUnicodeEscape(at: index) }
        guard let byte = Self.escaped(letter) else {
            throw syntaxFault("\(found(index + 1)) does not follow a backslash in JSON", at: index)
        }
        return (Unicode.Scalar(byte), 2)
    }

    private func scanUnicodeEscape(at index: Int) throws(JSONError) -> (scalar: Unicode.Scalar, size: Int) {
        let unit = try hexUnit(at: index)
        guard unit != 0 else {
            throw makeFault("the character U+0000 is not accepted", kind: .value, at: index)
        }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard unit < 0xDC00, index + 7 < end, bytes[index + 6] == Byte.backslash, bytes[index + 7] == UInt8(ascii: "u")
        else { throw surrogateFault(at: index) }
        let low = try hexUnit(at: index + 6)
        guard 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw surrogateFault(at: index) }
        return (scalar, 12)
    }

    /// The UTF-16 unit of the escape `\uXXXX` at `index`.
    private func hexUnit(at index: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for place in index + 2..<index + 6 {
            guard place < end else { throw endFault("four hexadecimal digits") }
            guard let digit = Byte.hexValue(bytes[place]) else {
                throw syntaxFault("expected four hexadecimal digits after \\u, found \(found(place))", at: place)
            }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// The character that a letter stands for after a backslash.
    private static func escaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case Byte.quote, Byte.backslash, UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The text of a string that was checked.
    @inline(__always)
    func text(of token: StringToken) -> String {
        token.hasEscapes ? unescaped(token) : String(decoding: bytes[token.start..<token.end], as: UTF8.self)
    }

    private func unescaped(_ token: StringToken) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(token.end - token.start)
        var next = token.start
        while next < token.end {
            if bytes[next] == Byte.backslash, let (scalar, size) = try? scanEscape(at: next) {
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                next += size
            } else {
                text.append(bytes[next])
                next += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
