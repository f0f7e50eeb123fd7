extension JSONReader {
    /// The largest whole number that is exact in every JSON reader (RFC 8259, section 6).
    static let largestInteger: UInt64 = 1 << 53 - 1

    /// The powers of ten that a `Double` holds exactly.
    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// A number, rounded to the nearest `Double`; one too large for any is an error, one too small is 0.
    public mutating func readDouble() throws(JSONError) -> Double {
        let token = try readNumberToken()
        // Both operands are exact, so the one operation rounds the right value.
        if !token.isCut, token.mantissa <= Self.largestInteger, -22...22 ~= token.exponent {
            let mantissa = token.isNegative ? -Double(token.mantissa) : Double(token.mantissa)
            let power = Self.powers[abs(token.exponent)]
            return token.exponent < 0 ? mantissa / power : mantissa * power
        }
        return try readHardDouble()
    }

    private func readHardDouble() throws(JSONError) -> Double {
        let value = DecimalText(bytes[valueStart..<position], most: DecimalText.doubleDigits).double
        guard value.isFinite else { throw fault("\(shownNumber) is too large a number") }
        return value
    }

    /// A whole number within ±(2^53 − 1), however it is written: 3, 3.0, 3e0, 30e-1.
    public mutating func readInteger() throws(JSONError) -> Int {
        let token = try readNumberToken()
        var size = token.mantissa
        var exponent = token.exponent
        while exponent < 0, size > 0, size % 10 == 0 {
            size /= 10
            exponent += 1
        }
        guard size > 0 else { return 0 }
        guard exponent >= 0, !(token.isCut && token.exponent < 0) else {
            throw fault("\(shownNumber) is not a whole number")
        }
        while exponent > 0, size <= Self.largestInteger {
            size *= 10
            exponent -= 1
        }
        guard size <= Self.largestInteger else { throw fault("\(shownNumber) is not within ±9007199254740991") }
        return token.isNegative ? -Int(size) : Int(size)
    }

    /// The number last read as it stands there, for a message.
    private var shownNumber: String {
        let text = bytes[valueStart..<position]
        let shown = String(decoding: text.prefix(JSONText.quotedScalars), as: UTF8.self)
        return text.count > JSONText.quotedScalars ? shown + "…" : shown
    }

    /// Checks the next number and passes it.
    @inline(__always)
    mutating func readNumberToken() throws(JSONError) -> NumberToken {
        let first = try beginValue()
        guard first == Byte.minus || first &- Byte.zero < 10 else { throw typeFault(.number) }
        var scanner = NumberScanner(position: position, end: end)
        let token: NumberToken
        do { token = try scanner.scan(bytes.span) } catch { throw numberFault(error, at: scanner.position) }
        guard scanner.position == end || Byte.isDelimiter(bytes[scanner.position]) else {
            throw syntaxFault("\(found(scanner.position)) does not belong to a number", at: scanner.position)
        }
        position = scanner.position
        return token
    }

    @inline(never)
    private func numberFault(_ flaw: NumberScanner.Flaw, at index: Int) -> JSONError {
        switch flaw {
        case .leadingZero: syntaxFault("a number does not begin with 0 and another digit", at: index)
        case .digit where index == end: endFault("a digit")
        case .digit where index == position + 1: signFault()
        case .digit: syntaxFault("expected a digit, found \(found(index))", at: index)
        }
    }

    /// The number at `position` is a minus sign without a digit.
    private func signFault() -> JSONError {
        if let word = word(at: position) { return syntaxFault("\(word) is not JSON") }
        return syntaxFault("expected a digit, found \(found(position + 1))", at: position + 1)
    }
}
