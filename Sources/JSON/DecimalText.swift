/// A JSON number's digits and exponent, all of them or as many as are asked for.
///
/// Its size is the digits, read as a whole number, times ten to the power of `exponent`. Zero has no digits.
struct DecimalText {
    /// As many digits as can matter to where a `Double` is rounded: 767, and some to spare.
    static let doubleDigits = 800

    var isNegative = false
    /// ASCII digits, the first and the last of them not 0 unless `isCut`.
    var digits: [UInt8] = []
    var exponent = 0
    /// Whether digits other than 0 were left out.
    var isCut = false

    /// Takes apart a text that follows the grammar of numbers; keeps the first `most` digits.
    init(_ text: some Sequence<UInt8>, most: Int = .max) {
        var isFraction = false
        var power: [UInt8]?
        for byte in text {
            switch byte {
            case Byte.zero...Byte.nine where power == nil: append(byte, isFraction: isFraction, most: most)
            case Byte.minus where power == nil: isNegative = true
            case Byte.point: isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): power = []
            default: power?.append(byte)
            }
        }
        exponent += Self.power(power ?? [])
        while digits.last == Byte.zero {
            digits.removeLast()
            exponent += 1
        }
    }

    private mutating func append(_ digit: UInt8, isFraction: Bool, most: Int) {
        if digits.count < most {
            if !digits.isEmpty || digit != Byte.zero { digits.append(digit) }
            if isFraction { exponent -= 1 }
        } else {
            if digit != Byte.zero { isCut = true }
            if !isFraction { exponent += 1 }
        }
    }

    /// The exponent behind the `e`, held within `NumberToken.farthest`.
    private static func power(_ text: [UInt8]) -> Int {
        var power = 0
        for byte in text where Byte.zero...Byte.nine ~= byte {
            power = min(power * 10 + Int(byte - Byte.zero), NumberToken.farthest)
        }
        return text.first == Byte.minus ? -power : power
    }

    /// Where the decimal point stands, counted from before the first digit.
    private var point: Int { digits.count + exponent }

    /// No `Double` has its point farther away than this.
    private static let farthestPoint = 400

    /// The nearest `Double`; infinite where there is none.
    var double: Double {
        guard !digits.isEmpty, point > -Self.farthestPoint else { return isNegative ? -0.0 : 0 }
        guard point < Self.farthestPoint else { return isNegative ? -.infinity : .infinity }
        // A digit left out can only tip the scales between two neighbours: any digit in its place does the same.
        let tail = isCut ? "1e\(exponent - 1)" : "e\(exponent)"
        let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + tail
        return Double(text) ?? .nan
    }

    /// The one text that all texts of this number have in common.
    var canonical: String {
        guard !digits.isEmpty else { return "0" }
        let text = String(decoding: digits, as: UTF8.self)
        let sign = isNegative ? "-" : ""
        switch point {
        case 1...21 where point >= digits.count:
            return sign + text + String(repeating: "0", count: point - digits.count)
        case 1...21:
            return sign + text.prefix(point) + "." + text.dropFirst(point)
        case -5...0:
            return sign + "0." + String(repeating: "0", count: -point) + text
        default:
            let fraction = digits.count > 1 ? "." + text.dropFirst() : ""
            return sign + text.prefix(1) + fraction + "e\(point - 1)"
        }
    }
}
