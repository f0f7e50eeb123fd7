/// A name and its value in an object.
public struct JSONMember: Equatable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A member of an object.
    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// Whether names, by their bytes, and values are equal.
    public static func == (one: JSONMember, other: JSONMember) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8) && one.value == other.value
    }

    /// Whether the name comes before the other's in the order of their UTF-8 bytes.
    static func isBefore(_ one: JSONMember, _ other: JSONMember) -> Bool {
        one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
}
