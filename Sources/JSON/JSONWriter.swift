/// Writes JSON (RFC 8259) into a buffer of bytes. Commas are its work; that keys and values come in turn, and that
/// what is opened gets closed, is the caller's.
public struct JSONWriter: ~Copyable {
    var buffer: [UInt8] = []
    let isPretty: Bool
    private var depth = 0
    /// Whether a comma goes before the next key or value.
    private var needsComma = false
    /// Whether a key was just written, so that its value goes on the same line.
    private var isAfterKey = false

    /// A writer with room for `capacity` bytes. The `pretty` form has a member a line and indents by two spaces.
    public init(capacity: Int = 512, pretty: Bool = false) {
        isPretty = pretty
        buffer.reserveCapacity(max(0, capacity))
    }

    /// What has been written.
    public var bytes: [UInt8] { buffer }

    /// How many bytes have been written.
    public var count: Int { buffer.count }

    /// Gives up what has been written, without a copy.
    public consuming func take() -> [UInt8] { buffer }

    /// Forgets what has been written and keeps the room for it.
    public mutating func removeAll() {
        buffer.removeAll(keepingCapacity: true)
        depth = 0
        needsComma = false
        isAfterKey = false
    }

    /// Opens an object.
    public mutating func beginObject() { open(Byte.openBrace) }

    /// Closes the object.
    public mutating func endObject() { close(Byte.closeBrace) }

    /// Opens an array.
    public mutating func beginArray() { open(Byte.openBracket) }

    /// Closes the array.
    public mutating func endArray() { close(Byte.closeBracket) }

    /// A member's name that needs no escapes: it is not looked at.
    public mutating func key(_ name: StaticString) {
        if isPretty { beginItem() }
        let (isPretty, needsComma) = (isPretty, needsComma && !isPretty)
        // The bytes of a literal are there as long as the program. To go by way of a `String` makes writing an object a
        // third slower.
        let literal = unsafe UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        let text = unsafe literal.span
        // One append for all: each costs a look at who else holds the buffer.
        buffer.append(addingCapacity: text.count + 5) { (output: inout OutputSpan<UInt8>) in
            if needsComma { output.append(Byte.comma) }
            output.append(Byte.quote)
            for index in text.indices { output.append(text[index]) }
            output.append(Byte.quote)
            output.append(Byte.colon)
            if isPretty { output.append(Byte.space) }
        }
        endKey()
    }

    /// A member's name.
    public mutating func key(_ name: String) {
        beginItem()
        appendQuoted(name)
        buffer.append(Byte.colon)
        if isPretty { buffer.append(Byte.space) }
        endKey()
    }

    /// A "\n" between two values of their own; after it another begins.
    public mutating func newline() {
        buffer.append(Byte.newline)
        needsComma = false
        isAfterKey = false
    }

    /// What goes before a key or value.
    @inline(__always)
    mutating func beginItem() {
        if needsComma { buffer.append(Byte.comma) }
        if isPretty, depth > 0 { breakLine() }
        needsComma = true
        isAfterKey = false
    }

    private mutating func breakLine() {
        guard !isAfterKey else { return }
        buffer.append(Byte.newline)
        for _ in 0..<depth * 2 { buffer.append(Byte.space) }
    }

    @inline(__always)
    private mutating func endKey() {
        needsComma = false
        isAfterKey = true
    }

    private mutating func open(_ bracket: UInt8) {
        beginItem()
        buffer.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        depth = max(0, depth - 1)
        // Without a comma due nothing was written since the opening bracket.
        if isPretty, needsComma { breakLine() }
        buffer.append(bracket)
        needsComma = true
    }
}
