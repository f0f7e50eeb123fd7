/// Reads one JSON text (RFC 8259) piece by piece, in the order the text has, and refuses everything else.
///
/// The text is UTF-8 without a byte order mark. Nothing is built that the caller does not ask for, and the place of a
/// fault is worked out only when there is one. No input traps.
public struct JSONReader: ~Copyable {
    let bytes: [UInt8]
    let limits: JSONLimits
    /// Where the text begins and ends in `bytes`, and where the reader stands.
    let start: Int
    let end: Int
    var position: Int

    /// The innermost open container, and those around it from the outermost on.
    var frame: JSONFrame
    var parents: [JSONFrame] = []
    /// How many containers are open.
    var depth = 0
    /// Where the last value begun or ended stands in `bytes`.
    var valueStart: Int
    /// Whether the last thing read was the end of a container.
    var hasJustClosed = false

    /// A reader of `bytes`, or of the part of them in `range`; a range that goes beyond them is cut.
    public init(_ bytes: [UInt8], range: Range<Int>? = nil, limits: JSONLimits = JSONLimits()) {
        let part = range?.clamped(to: 0..<bytes.count) ?? 0..<bytes.count
        self.bytes = bytes
        self.limits = limits
        start = part.lowerBound
        end = part.upperBound
        position = part.lowerBound
        valueStart = part.lowerBound
        frame = JSONFrame(isArray: false, start: part.lowerBound)
    }

    /// Where the last value begun stands, or the container that has just ended: an offset in bytes from the start of
    /// the reader's range.
    public var lastValueByte: Int { valueStart - start }

    /// The kind of the next value; white space before it is skipped, the value is not.
    public mutating func peek() throws(JSONError) -> JSONKind {
        guard let kind = JSONKind(firstByte: try beginValue()) else { throw noValueFault() }
        return kind
    }

    /// Makes sure that only white space follows the value.
    public mutating func finish() throws(JSONError) {
        skipSpace()
        guard depth == 0 else { throw containerFault("the \(frame.words) is not read to its end", at: position) }
        guard position == end else { throw syntaxFault("expected nothing after the value, found \(found())") }
    }

    /// `null`: true, and it is read. Anything else: false, and it still stands there.
    public mutating func readNull() throws(JSONError) -> Bool {
        guard try beginValue() == UInt8(ascii: "n") else { return false }
        try readWord("null")
        return true
    }

    /// `true` or `false`.
    public mutating func readBool() throws(JSONError) -> Bool {
        switch try beginValue() {
        case UInt8(ascii: "t"):
            try readWord("true")
            return true
        case UInt8(ascii: "f"):
            try readWord("false")
            return false
        default:
            throw typeFault(.bool)
        }
    }

    private mutating func readWord(_ word: String) throws(JSONError) {
        var next = position
        for byte in word.utf8 {
            guard next < end, bytes[next] == byte else { throw noValueFault() }
            next += 1
        }
        position = next
    }

    /// Skips to the next value, notes its place and gives its first byte.
    @inline(__always)
    mutating func beginValue() throws(JSONError) -> UInt8 {
        skipSpace()
        valueStart = position
        guard position < end else { throw endFault("a value") }
        return bytes[position]
    }

    @inline(__always)
    mutating func skipSpace() {
        while position < end, Byte.isSpace(bytes[position]) { position += 1 }
    }
}
