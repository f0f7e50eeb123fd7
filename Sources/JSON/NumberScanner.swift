/// Takes a number apart by the grammar of RFC 8259, section 6.
struct NumberScanner {
    /// What can be wrong with a number.
    enum Flaw: Error {
        /// A digit is missing.
        case digit
        /// A zero stands before another digit.
        case leadingZero
    }

    /// Where the scanner stands: behind the number in the end, at what is wrong with it otherwise.
    var position: Int
    let end: Int

    /// Scans the number at `position`.
    @inline(__always)
    mutating func scan(_ text: Span<UInt8>) throws(Flaw) -> NumberToken {
        var token = NumberToken()
        if position < end, text[position] == Byte.minus {
            token.isNegative = true
            position += 1
        }
        try scanWhole(text, &token)
        if position < end, text[position] == Byte.point { try scanFraction(text, &token) }
        if position < end, text[position] | 0x20 == UInt8(ascii: "e") { try scanExponent(text, &token) }
        return token
    }

    @inline(__always)
    private mutating func scanWhole(_ text: Span<UInt8>, _ token: inout NumberToken) throws(Flaw) {
        guard let first = digit(text) else { throw .digit }
        position += 1
        token.appendWhole(first)
        if first == 0 {
            guard digit(text) == nil else { throw .leadingZero }
            return
        }
        while let digit = digit(text) {
            token.appendWhole(digit)
            position += 1
        }
    }

    @inline(__always)
    private mutating func scanFraction(_ text: Span<UInt8>, _ token: inout NumberToken) throws(Flaw) {
        position += 1
        guard digit(text) != nil else { throw .digit }
        while let digit = digit(text) {
            token.appendFraction(digit)
            position += 1
        }
    }

    private mutating func scanExponent(_ text: Span<UInt8>, _ token: inout NumberToken) throws(Flaw) {
        position += 1
        var isNegative = false
        if position < end, text[position] == Byte.minus || text[position] == Byte.plus {
            isNegative = text[position] == Byte.minus
            position += 1
        }
        guard digit(text) != nil else { throw .digit }
        var exponent = 0
        while let digit = digit(text) {
            exponent = min(exponent * 10 + Int(digit), NumberToken.farthest)
            position += 1
        }
        token.isFar = exponent == NumberToken.farthest
        token.exponent += isNegative ? -exponent : exponent
    }

    /// The digit at `position`, 0 to 9, if there is one.
    @inline(__always)
    private func digit(_ text: Span<UInt8>) -> UInt8? {
        guard position < end else { return nil }
        let digit = text[position] &- Byte.zero
        return digit < 10 ? digit : nil
    }
}
