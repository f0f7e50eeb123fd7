/// The kinds of JSON value (RFC 8259, section 3).
public enum JSONKind: Sendable {
    /// `{…}`.
    case object
    /// `[…]`.
    case array
    /// `"…"`.
    case string
    /// A number.
    case number
    /// `true` or `false`.
    case bool
    /// `null`.
    case null

    /// The kind of a value that begins with `byte`; nil if no value does.
    init?(firstByte byte: UInt8) {
        switch byte {
        case Byte.quote: self = .string
        case Byte.minus, Byte.zero...Byte.nine: self = .number
        case Byte.openBrace: self = .object
        case Byte.openBracket: self = .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        case UInt8(ascii: "n"): self = .null
        default: return nil
        }
    }

    /// The kind in words, with its article.
    var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }
}
