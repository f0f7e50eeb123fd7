extension JSONWriter {
    /// Below this every whole number is a `Double` of its own.
    private static let wholeLimit: Double = 9_007_199_254_740_992
    /// The short way serves fractions of up to four decimals: 10,000 parts of one.
    private static let parts: Double = 10_000
    /// Below this a number of 10,000ths has at most 15 digits.
    private static let partsLimit: Double = 1e11

    /// The shortest text that reads back as `value`; whole numbers below 2^53 without a point, -0 as 0.
    ///
    /// A value that is not finite is written as `null`: JSON has no text for it.
    public mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        beginItem()
        let size = value.magnitude
        if size < Self.wholeLimit, Double(UInt64(size)) == size {
            appendInteger(UInt64(size), isNegative: value < 0)
        } else if size < Self.partsLimit, let parts = Self.parts(size) {
            appendParts(parts, isNegative: value < 0)
        } else {
            buffer.append(contentsOf: value.description.utf8)
        }
    }

    /// A whole number.
    public mutating func integer(_ value: Int) {
        beginItem()
        appendInteger(UInt64(value.magnitude), isNegative: value < 0)
    }

    /// How many 10,000ths `size` is, if the text of just that many reads back as `size`.
    ///
    /// Both operands of the division are exact, so it gives what a reader would. With at most 15 digits no two texts
    /// read as the same `Double`: there is no shorter one.
    private static func parts(_ size: Double) -> UInt64? {
        // Not `rounded()`: it is a function of the C library's that this target does not link.
        let count = UInt64(size * parts + 0.5)
        return Double(count) / parts == size ? count : nil
    }

    private mutating func appendParts(_ count: UInt64, isNegative: Bool) {
        let (whole, fraction) = count.quotientAndRemainder(dividingBy: 10_000)
        appendInteger(whole, isNegative: isNegative)
        buffer.append(addingCapacity: 5) { (output: inout OutputSpan<UInt8>) in
            output.append(Byte.point)
            var rest = fraction
            var unit: UInt64 = 1000
            while rest > 0 {
                output.append(Byte.zero + UInt8(truncatingIfNeeded: rest / unit))
                rest %= unit
                unit /= 10
            }
        }
    }

    private mutating func appendInteger(_ size: UInt64, isNegative: Bool) {
        var digits: [20 of UInt8] = .init(repeating: Byte.zero)
        var first = 20
        var rest = size
        repeat {
            first -= 1
            digits[first] = Byte.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        buffer.append(addingCapacity: 21) { (output: inout OutputSpan<UInt8>) in
            if isNegative { output.append(Byte.minus) }
            for index in first..<20 { output.append(digits[index]) }
        }
    }
}
