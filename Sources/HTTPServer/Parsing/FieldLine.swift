/// Where one header or trailer line's name and value lie (RFC 9112, section 5).
struct FieldLine: Sendable {
    private let nameStart: UInt32
    private let nameEnd: UInt32
    private let valueStart: UInt32
    private let valueEnd: UInt32

    var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
    var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }

    /// Checks the line in `range`, its CRLF left out. Places are counted from `origin`.
    init(_ bytes: borrowing Span<UInt8>, in range: Range<Int>, origin: Int) throws(RequestFault) {
        var colon = range.lowerBound
        while colon < range.upperBound, ASCII.isToken(bytes[colon]) { colon += 1 }
        guard colon < range.upperBound, bytes[colon] == ASCII.colon, colon > range.lowerBound else {
            throw FieldLine.nameFault(bytes, in: range, at: colon)
        }
        for index in colon + 1..<range.upperBound where !ASCII.isFieldValue(bytes[index]) {
            throw .malformed("A header value holds a control character.")
        }
        let value = bytes.trimmed(colon + 1..<range.upperBound)
        nameStart = UInt32(range.lowerBound - origin)
        nameEnd = UInt32(colon - origin)
        valueStart = UInt32(value.lowerBound - origin)
        valueEnd = UInt32(value.upperBound - origin)
    }

    /// Why the name that ends at `place` is none.
    private static func nameFault(
        _ bytes: borrowing Span<UInt8>, in range: Range<Int>, at place: Int
    ) -> RequestFault {
        guard place < range.upperBound else { return .malformed("A header line has no colon.") }
        if place == range.lowerBound {
            return ASCII.isBlank(bytes[place])
                ? .malformed("A header line begins with a space; folded lines are not accepted.")
                : .malformed("A header line has no name.")
        }
        return ASCII.isBlank(bytes[place])
            ? .malformed("A space stands between a header's name and its colon.")
            : .malformed("A header name holds a character that is not allowed.")
    }
}
