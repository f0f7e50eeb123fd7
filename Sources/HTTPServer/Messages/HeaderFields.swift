/// The header fields of a request (RFC 9110, section 5): the bytes of its head, and where names and values lie in them.
///
/// Names are matched without regard to ASCII case, and no string is made until a value is asked for.
public struct HeaderFields: Sendable {
    private let bytes: [UInt8]
    private let lines: [FieldLine]

    /// `lines` must lie within `bytes`.
    init(bytes: [UInt8], lines: [FieldLine]) {
        self.bytes = bytes
        self.lines = lines
    }

    /// How many bytes it holds.
    var byteCount: Int { bytes.count }

    /// The field's value, repeated lines joined by `", "` (RFC 9110, section 5.3); nil if there is none.
    ///
    /// Bytes that are not UTF-8 become U+FFFD.
    public subscript(name: StaticString) -> String? {
        var value: String?
        let span = bytes.span
        for line in lines where span.equalsIgnoringCase(name, in: line.name) {
            let text = String(span, in: line.value)
            value = value.map { $0 + ", " + text } ?? text
        }
        return value
    }

    /// Whether at least one line has this name.
    public func contains(_ name: StaticString) -> Bool {
        let span = bytes.span
        for line in lines where span.equalsIgnoringCase(name, in: line.name) {
            return true
        }
        return false
    }

    /// How many lines have this name.
    public func count(_ name: StaticString) -> Int {
        let span = bytes.span
        var count = 0
        for line in lines where span.equalsIgnoringCase(name, in: line.name) {
            count += 1
        }
        return count
    }
}
