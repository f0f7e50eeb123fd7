/// The first line of a request (RFC 9112, section 3).
struct RequestLine: Sendable {
    /// The longest target that is taken, in bytes; RFC 9112, section 3, asks for 8,000 octets of line at least.
    static let maximumTargetBytes = 8192
    /// The longest line: a target, a method, a version.
    static let maximumBytes = maximumTargetBytes + 64

    let method: HTTPMethod
    let target: RequestTarget
    let isVersion10: Bool

    /// Checks the line in `range`, its CRLF left out.
    init(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) throws(RequestFault) {
        let methodEnd = RequestLine.wordEnd(bytes, from: range.lowerBound, in: range)
        for index in range.lowerBound..<methodEnd where !ASCII.isToken(bytes[index]) {
            throw .malformed("The request line has no method.")
        }
        guard methodEnd > range.lowerBound, methodEnd < range.upperBound else {
            throw .malformed("The request line is not method, target and version.")
        }
        let targetEnd = RequestLine.wordEnd(bytes, from: methodEnd + 1, in: range)
        let targetRange = methodEnd + 1..<targetEnd
        for index in targetRange where !ASCII.isTarget(bytes[index]) {
            throw .malformed("The request target holds a character that must be percent-encoded.")
        }
        guard targetEnd < range.upperBound else { throw RequestLine.missingVersion(bytes, targetRange) }
        isVersion10 = try RequestLine.isVersion10(bytes, targetEnd + 1..<range.upperBound)
        guard targetRange.count <= RequestLine.maximumTargetBytes else {
            throw RequestFault(414, "The request target is longer than \(RequestLine.maximumTargetBytes) bytes.")
        }
        method = HTTPMethod(bytes, in: range.lowerBound..<methodEnd)
        target = try RequestTarget(bytes, in: targetRange, method: method)
    }

    private static func wordEnd(_ bytes: borrowing Span<UInt8>, from start: Int, in range: Range<Int>) -> Int {
        var end = start
        while end < range.upperBound, bytes[end] != ASCII.space { end += 1 }
        return end
    }

    /// `GET /path` alone is HTTP/0.9.
    private static func missingVersion(_ bytes: borrowing Span<UInt8>, _ target: Range<Int>) -> RequestFault {
        if !target.isEmpty, bytes[target.lowerBound] == ASCII.slash {
            return RequestFault(505, "HTTP/0.9 is not spoken here; HTTP/1.1 is.")
        }
        return .malformed("The request line is not method, target and version.")
    }

    /// RFC 9110, section 2.5: a higher minor version is served as the highest one known.
    private static func isVersion10(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(RequestFault) -> Bool {
        let start = range.lowerBound
        guard
            range.count == 8, bytes.equals("HTTP/", in: start..<start + 5), ASCII.isDigit(bytes[start + 5]),
            bytes[start + 6] == 0x2E, ASCII.isDigit(bytes[start + 7])
        else { throw .malformed("The request line does not end in an HTTP version.") }
        guard bytes[start + 5] == 0x31 else {
            throw RequestFault(505, "This version of HTTP is not spoken here; HTTP/1.1 is.")
        }
        return bytes[start + 7] == 0x30
    }
}
