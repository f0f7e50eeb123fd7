/// A number that was found to follow the grammar, taken apart.
///
/// Its size is `mantissa` times ten to the power of `exponent`, and a little more if `isCut`.
struct NumberToken {
    /// A mantissa of so many digits fits its type.
    static let mantissaDigits = 19
    /// Exponents are held within this: far beyond any `Double`, far from overflow.
    static let farthest = 100_000_000_000_000_000

    var isNegative = false
    /// The first digits that count.
    var mantissa: UInt64 = 0
    /// How many digits the mantissa has.
    var digits = 0
    var exponent = 0
    /// Whether digits other than 0 did not fit into the mantissa.
    var isCut = false
    /// Whether the exponent was too far away to be held exactly.
    var isFar = false

    /// Takes in a digit, 0 to 9, of the whole part.
    @inline(__always)
    mutating func appendWhole(_ digit: UInt8) {
        if !append(digit) { exponent += 1 }
    }

    /// Takes in a digit, 0 to 9, of the fraction.
    @inline(__always)
    mutating func appendFraction(_ digit: UInt8) {
        if append(digit) { exponent -= 1 }
    }

    /// Whether the digit found room; a zero before the first digit that counts takes none.
    @inline(__always)
    private mutating func append(_ digit: UInt8) -> Bool {
        guard digits < Self.mantissaDigits else {
            if digit != 0 { isCut = true }
            return false
        }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        if mantissa != 0 { digits += 1 }
        return true
    }
}
