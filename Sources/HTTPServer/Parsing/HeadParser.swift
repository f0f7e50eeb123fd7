/// Reads a request's head line by line, over as many pieces as it comes in.
struct HeadParser: Sendable {
    /// How many empty lines may precede a request line; RFC 9112, section 2.2, asks for one.
    private static let maximumEmptyLines = 4

    private let maximumBytes: Int
    private let maximumFields: Int
    private let peer: PeerAddress

    /// The head's bytes of earlier pieces; empty while a head comes whole.
    private var pending: [UInt8] = []
    /// Where the line that is being read begins, and up to where no line end was found; from the head's first byte.
    private var lineStart = 0
    private var scanned = 0
    private var emptyLines = 0
    private var requestLine: RequestLine?
    /// Whether the request line begins as that of a HEAD, be the rest of it as it may.
    private var beginsAsHead = false
    private var fields: [FieldLine] = []
    private var framing = Framing()

    init(maximumBytes: Int, maximumFields: Int, peer: PeerAddress) {
        self.maximumBytes = maximumBytes
        self.maximumFields = maximumFields
        self.peer = peer
    }

    /// Whether a part of a head was read; empty lines before it are none.
    var hasBegun: Bool { requestLine != nil || pending.count > lineStart }

    /// How many bytes it holds of a head that is not whole.
    var heldBytes: Int { pending.capacity }

    /// The method, once the request line was read; of a line that is broken HEAD alone, whose answer has no body.
    var method: HTTPMethod? { requestLine?.method ?? (beginsAsHead ? .head : nil) }

    /// Reads on from `position`; the head, once it is whole, and `position` then is the first byte after it.
    mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) throws(RequestFault) -> RequestHead? {
        guard pending.isEmpty else { return try nextFromPending(input, &position) }
        let start = position
        guard let end = try scan(input, from: start) else {
            pending.append(input, in: start..<input.count)
            position = input.count
            return nil
        }
        position = start + end
        return try finish([UInt8](input, in: start..<position))
    }

    private mutating func nextFromPending(
        _ input: borrowing Span<UInt8>, _ position: inout Int
    ) throws(RequestFault) -> RequestHead? {
        var bytes: [UInt8] = []
        swap(&bytes, &pending)
        let before = bytes.count
        // One byte over the limit is enough to see that it is passed.
        let piece = min(input.count - position, maximumBytes + 1 - before)
        bytes.append(input, in: position..<position + piece)
        guard let end = try scan(bytes.span, from: 0) else {
            position += piece
            pending = bytes
            return nil
        }
        position += end - before
        bytes.removeLast(bytes.count - end)
        return try finish(bytes)
    }

    /// Takes in the lines that are whole; the head's length if its last one is among them.
    private mutating func scan(_ bytes: borrowing Span<UInt8>, from origin: Int) throws(RequestFault) -> Int? {
        while true {
            try checkFirstByte(bytes, origin)
            guard let feed = bytes.firstIndex(of: ASCII.lineFeed, from: origin + scanned) else {
                scanned = bytes.count - origin
                try checkSize(scanned)
                return nil
            }
            scanned = feed + 1 - origin
            try checkSize(scanned)
            let start = origin + lineStart
            guard feed > start, bytes[feed - 1] == ASCII.carriageReturn else {
                throw .malformed("A line of the head does not end in CR LF.")
            }
            lineStart = scanned
            if try take(bytes, line: start..<feed - 1, origin) { return lineStart }
        }
    }

    /// Tells at once what is no HTTP at all, a TLS greeting for one.
    private func checkFirstByte(_ bytes: borrowing Span<UInt8>, _ origin: Int) throws(RequestFault) {
        guard requestLine == nil, origin + lineStart < bytes.count else { return }
        let first = bytes[origin + lineStart]
        if !ASCII.isToken(first), first != ASCII.carriageReturn, first != ASCII.lineFeed {
            throw .malformed("This is not an HTTP request.")
        }
    }

    private func checkSize(_ size: Int) throws(RequestFault) {
        if requestLine == nil, size - lineStart > min(RequestLine.maximumBytes, maximumBytes) {
            throw RequestFault(414, "The request line is too long.")
        }
        if size > maximumBytes {
            throw RequestFault(431, "The request's head is longer than \(maximumBytes) bytes.")
        }
    }

    /// Takes in one line; true if it was the empty one that ends the head.
    private mutating func take(
        _ bytes: borrowing Span<UInt8>, line: Range<Int>, _ origin: Int
    ) throws(RequestFault) -> Bool {
        guard requestLine != nil else {
            try takeFirst(bytes, line)
            return false
        }
        if line.isEmpty { return true }
        if fields.count == maximumFields {
            throw RequestFault(431, "The request has more than \(maximumFields) header fields.")
        }
        let field = try FieldLine(bytes, in: line, origin: origin)
        let (name, value) = (field.name, field.value)
        try framing.take(
            bytes, name: name.lowerBound + origin..<name.upperBound + origin,
            value: value.lowerBound + origin..<value.upperBound + origin)
        fields.append(field)
        return false
    }

    private mutating func takeFirst(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) throws(RequestFault) {
        guard line.isEmpty else {
            beginsAsHead = line.count >= 5 && bytes.equals("HEAD ", in: line.lowerBound..<line.lowerBound + 5)
            requestLine = try RequestLine(bytes, in: line)
            fields.reserveCapacity(8)
            return
        }
        emptyLines += 1
        if emptyLines > HeadParser.maximumEmptyLines { throw .malformed("This is not an HTTP request.") }
    }

    /// Makes the head and is ready for the next one.
    private mutating func finish(_ bytes: [UInt8]) throws(RequestFault) -> RequestHead? {
        guard let line = requestLine else { return nil }
        try framing.check(isVersion10: line.isVersion10)
        let head = RequestHead(
            method: line.method, target: line.target.text, path: line.target.path, query: line.target.query,
            headers: HeaderFields(bytes: bytes, lines: fields),
            contentLength: framing.contentLength, isChunked: framing.isChunked,
            // RFC 9110, section 10.1.1: an expectation in HTTP/1.0 is ignored.
            expectsContinue: framing.expectsContinue && !line.isVersion10,
            keepAlive: !framing.closes && (!line.isVersion10 || framing.keepsAlive), peer: peer,
            isVersion10: line.isVersion10, expectsUnknown: framing.expectsUnknown && !line.isVersion10)
        self = HeadParser(maximumBytes: maximumBytes, maximumFields: maximumFields, peer: peer)
        return head
    }
}
