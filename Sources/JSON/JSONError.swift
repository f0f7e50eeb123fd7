/// A fault in a JSON text or in what it says: what is wrong and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What sort of fault it is.
    public enum Kind: Equatable, Sendable {
        /// The text does not follow the grammar of RFC 8259.
        case syntax
        /// Arrays and objects are nested deeper than the limit.
        case depth
        /// A text is longer than the limit.
        case size
        /// A text is not valid Unicode: ill-formed UTF-8 or half of a surrogate pair.
        case encoding
        /// An object has the same name twice.
        case duplicateKey
        /// An object has a name that it may not have.
        case unknownKey
        /// A value is of another kind than the reader asked for.
        case type
        /// A value is of the right kind, but out of its range.
        case value
    }

    /// What sort of fault it is.
    public var kind: Kind
    /// JSON Pointer (RFC 6901) to the value or member at fault; empty for the whole document.
    public var pointer: String
    /// Offset of the fault in the text, in bytes from 0.
    public var byte: Int
    /// One plain sentence for a person, without the place.
    public var message: String

    /// A fault of the given kind at a place.
    public init(kind: Kind, pointer: String, byte: Int, message: String) {
        self.kind = kind
        self.pointer = pointer
        self.byte = byte
        self.message = message
    }

    /// The sentence and the place, on one line.
    public var description: String {
        pointer.isEmpty ? "\(message) (at byte \(byte))" : "\(message) (at \(pointer), byte \(byte))"
    }
}
