/// A request target, reduced to origin form (RFC 9112, section 3.2).
struct RequestTarget: Sendable {
    let text: String
    let path: String
    let query: String?

    /// Takes `/path?query`, `http://authority/path?query` and, with OPTIONS, `*`.
    init(_ bytes: borrowing Span<UInt8>, in range: Range<Int>, method: HTTPMethod) throws(RequestFault) {
        if !range.isEmpty, bytes[range.lowerBound] == ASCII.slash {
            self.init(bytes, origin: range, prefix: "")
        } else if method == .other || method == .options && bytes.equals("*", in: range) {
            let text = String(bytes, in: range)
            self.init(text: text, path: text, query: nil)
        } else {
            let origin = try RequestTarget.afterAuthority(bytes, in: range)
            if origin.isEmpty, method == .options {
                // RFC 9112, section 3.2.4: an address without path and query is the whole server.
                self.init(text: "*", path: "*", query: nil)
                return
            }
            let hasPath = !origin.isEmpty && bytes[origin.lowerBound] == ASCII.slash
            self.init(bytes, origin: origin, prefix: hasPath ? "" : "/")
        }
    }

    private init(text: String, path: String, query: String?) {
        self.text = text
        self.path = path
        self.query = query
    }

    private init(_ bytes: borrowing Span<UInt8>, origin: Range<Int>, prefix: String) {
        let whole = String(bytes, in: origin)
        text = prefix.isEmpty ? whole : prefix + whole
        guard let mark = bytes.extracting(origin).firstIndex(of: ASCII.questionMark, from: 0) else {
            path = text
            query = nil
            return
        }
        let start = origin.lowerBound
        path = prefix + String(bytes, in: start..<start + mark)
        query = String(bytes, in: start + mark + 1..<origin.upperBound)
    }

    /// What follows scheme and authority of an absolute target.
    private static func afterAuthority(
        _ bytes: borrowing Span<UInt8>, in range: Range<Int>
    ) throws(RequestFault) -> Range<Int> {
        var start = range.lowerBound
        if range.count > 7, bytes.equalsIgnoringCase("http://", in: start..<start + 7) {
            start += 7
        } else if range.count > 8, bytes.equalsIgnoringCase("https://", in: start..<start + 8) {
            start += 8
        } else {
            throw .malformed("The request target is neither a path nor an absolute http address.")
        }
        var end = start
        while end < range.upperBound, bytes[end] != ASCII.slash, bytes[end] != ASCII.questionMark { end += 1 }
        guard Authority.isValid(bytes, in: start..<end) else {
            throw .malformed("The request target's host is not valid.")
        }
        return end..<range.upperBound
    }
}
