/// IPv6 addresses as text (RFC 3986, section 3.2.2).
enum IPv6Text {
    /// Whether `range` is one: eight groups of up to four hex digits, the last two perhaps an IPv4 address, or fewer
    /// with one `::` for those left out.
    static func isValid(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
        var groups = 0
        var hasGap = range.count >= 2 && bytes.equals("::", in: range.lowerBound..<range.lowerBound + 2)
        var index = range.lowerBound + (hasGap ? 2 : 0)
        while index < range.upperBound {
            let end = groupEnd(bytes, from: index, in: range)
            if end < range.upperBound, bytes[end] == dot {
                guard isIPv4(bytes, in: index..<range.upperBound) else { return false }
                groups += 2
                break
            }
            guard 1...4 ~= end - index else { return false }
            groups += 1
            guard end < range.upperBound else { break }
            guard bytes[end] == ASCII.colon, end + 1 < range.upperBound else { return false }
            index = end + 1
            guard bytes[index] == ASCII.colon else { continue }
            if hasGap { return false }
            hasGap = true
            index += 1
        }
        return hasGap ? groups < 8 : groups == 8
    }

    private static let dot = UInt8(ascii: ".")

    private static func groupEnd(_ bytes: borrowing Span<UInt8>, from start: Int, in range: Range<Int>) -> Int {
        var end = start
        while end < range.upperBound, ASCII.hexValue(bytes[end]) != nil { end += 1 }
        return end
    }

    /// Whether `range` is four numbers up to 255, without zeros before.
    private static func isIPv4(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
        var numbers = 0
        var start = range.lowerBound
        for index in range.lowerBound...range.upperBound where index == range.upperBound || bytes[index] == dot {
            guard isOctet(bytes, in: start..<index) else { return false }
            numbers += 1
            start = index + 1
        }
        return numbers == 4
    }

    private static func isOctet(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) -> Bool {
        guard 1...3 ~= range.count, range.count == 1 || bytes[range.lowerBound] != UInt8(ascii: "0") else {
            return false
        }
        var value = 0
        for index in range {
            guard ASCII.isDigit(bytes[index]) else { return false }
            value = value * 10 + Int(bytes[index] - 0x30)
        }
        return value <= 255
    }
}
