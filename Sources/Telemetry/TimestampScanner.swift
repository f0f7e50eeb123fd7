/// Reads the parts of an RFC 3339 text one after another.
struct TimestampScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: some Sequence<UInt8>) {
        bytes = Array(text)
    }

    /// Whether everything was read.
    var isAtEnd: Bool { index == bytes.count }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Reads a number of exactly so many digits.
    mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Reads that character, if it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Reads a point and digits, if a point comes next; 0 if not, nil if no digit follows it.
    mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        guard var digits = digit().map(Double.init) else { return nil }
        var scale = 10.0
        while let digit = digit() {
            // More digits than a Double tells apart are read and left out.
            if scale < 1e15 {
                digits = digits * 10 + Double(digit)
                scale *= 10
            }
        }
        return digits / scale
    }

    /// Reads `Z` or an offset, in seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(digits: 2), hours < 24, skip(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
    }

    private mutating func digit() -> Int64? {
        guard let next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= next else { return nil }
        index += 1
        return Int64(next - UInt8(ascii: "0"))
    }
}
