/// What the header says of body, connection and expectation (RFC 9112, section 6), gathered line by line.
struct Framing: Sendable {
    private(set) var contentLength: Int?
    private(set) var isChunked = false
    private(set) var closes = false
    private(set) var keepsAlive = false
    private(set) var expectsContinue = false
    private(set) var expectsUnknown = false
    private var hosts = 0
    private var hasTransferEncoding = false
    private var hasUnknownCoding = false

    /// Takes in a header line, if it is one of those that matter here.
    mutating func take(
        _ bytes: borrowing Span<UInt8>, name: Range<Int>, value: Range<Int>
    ) throws(RequestFault) {
        switch name.count {
        case 4 where bytes.equalsIgnoringCase("host", in: name): try takeHost(bytes, value)
        case 6 where bytes.equalsIgnoringCase("expect", in: name): takeExpectation(bytes, value)
        case 10 where bytes.equalsIgnoringCase("connection", in: name): takeConnection(bytes, value)
        case 14 where bytes.equalsIgnoringCase("content-length", in: name): try takeLength(bytes, value)
        case 17 where bytes.equalsIgnoringCase("transfer-encoding", in: name): try takeCodings(bytes, value)
        default: break
        }
    }

    /// What only the whole header shows.
    func check(isVersion10: Bool) throws(RequestFault) {
        if hosts == 0, !isVersion10 { throw .malformed("The request has no Host.") }
        guard hasTransferEncoding else { return }
        if contentLength != nil { throw .malformed("The request has both Content-Length and Transfer-Encoding.") }
        if isVersion10 { throw .malformed("Transfer-Encoding does not exist in HTTP/1.0.") }
        if !isChunked { throw .malformed("Transfer-Encoding does not end in chunked.") }
        if hasUnknownCoding { throw RequestFault(501, "The only transfer coding known here is chunked.") }
    }

    private mutating func takeHost(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) throws(RequestFault) {
        hosts += 1
        if hosts > 1 { throw .malformed("The request has more than one Host.") }
        if !Authority.isValid(bytes, in: value) { throw .malformed("The request's Host is not valid.") }
    }

    private mutating func takeLength(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) throws(RequestFault) {
        // Equal lengths could be taken as one, but whoever sends two is not to be trusted with either.
        if contentLength != nil { throw .malformed("The request has more than one Content-Length.") }
        if value.isEmpty { throw .malformed("Content-Length is not a number.") }
        var length = 0
        for index in value {
            guard ASCII.isDigit(bytes[index]) else { throw .malformed("Content-Length is not a number.") }
            let (tens, over) = length.multipliedReportingOverflow(by: 10)
            let (sum, overSum) = tens.addingReportingOverflow(Int(bytes[index] - 0x30))
            if over || overSum { throw .malformed("Content-Length is too large a number.") }
            length = sum
        }
        contentLength = length
    }

    private mutating func takeCodings(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) throws(RequestFault) {
        hasTransferEncoding = true
        for element in bytes.listElements(in: value) {
            if isChunked { throw .malformed("Transfer-Encoding has chunked before its end.") }
            if element.isEmpty { throw .malformed("Transfer-Encoding has an empty element.") }
            if bytes.equalsIgnoringCase("chunked", in: element) {
                isChunked = true
            } else {
                hasUnknownCoding = true
            }
        }
    }

    private mutating func takeConnection(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) {
        for element in bytes.listElements(in: value) {
            if bytes.equalsIgnoringCase("close", in: element) { closes = true }
            if bytes.equalsIgnoringCase("keep-alive", in: element) { keepsAlive = true }
        }
    }

    /// A list, as in RFC 9110, section 10.1.1.
    private mutating func takeExpectation(_ bytes: borrowing Span<UInt8>, _ value: Range<Int>) {
        for element in bytes.listElements(in: value) where !element.isEmpty {
            if bytes.equalsIgnoringCase("100-continue", in: element) {
                expectsContinue = true
            } else {
                expectsUnknown = true
            }
        }
    }
}
