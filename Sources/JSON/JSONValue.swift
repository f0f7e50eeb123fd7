/// Any JSON value with all that is in it.
public enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as exact as it was written.
    case number(JSONNumber)
    /// A string, its escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; its members keep the order they have in the text.
    case object([JSONMember])

    /// Whether both say the same: numbers by value, strings by their bytes, objects whatever the order of members.
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)):
            a.count == b.count && a.sorted(by: JSONMember.isBefore) == b.sorted(by: JSONMember.isBefore)
        default: false
        }
    }
}

extension JSONValue {
    /// The text that all equal values share: names sorted by their UTF-8, numbers in canonical form, no blanks.
    public var canonical: String {
        var writer = JSONWriter()
        writer.canonical(self)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// The value of the object's first member of that name; nil if there is none, or this is no object.
    public subscript(name: String) -> JSONValue? {
        objectValue?.first { $0.name == name }?.value
    }

    /// The string, if it is one.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The nearest `Double`, if this is a number and not too large for one.
    public var doubleValue: Double? {
        if case .number(let value) = self { value.double } else { nil }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var objectValue: [JSONMember]? {
        if case .object(let value) = self { value } else { nil }
    }
}
