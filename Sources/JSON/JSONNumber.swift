/// A number as it was written: nothing of it is lost, however many digits it has.
///
/// Two of them are equal if their values are: 1, 1.0 and 10e-1.
public struct JSONNumber: Equatable, Hashable, Sendable {
    /// The number as JSON.
    public let text: String

    /// The shortest text that reads back as `value`. One that is not finite has the text `null`, as JSON has none for it.
    public init(_ value: Double) {
        var writer = JSONWriter(capacity: 24)
        writer.number(value)
        text = String(decoding: writer.take(), as: UTF8.self)
    }

    /// A whole number.
    public init(_ value: Int) {
        text = String(value)
    }

    /// A text that is known to follow the grammar of numbers.
    init(checked text: String) {
        self.text = text
    }

    private var isNumber: Bool { text != "null" }

    /// The nearest `Double`, nil where the number is too large for any.
    public var double: Double? {
        guard isNumber else { return nil }
        let value = DecimalText(text.utf8, most: DecimalText.doubleDigits).double
        return value.isFinite ? value : nil
    }

    /// The exact value in the one form that all texts of it share: `1` for 1, 1.0 and 10e-1, `1e22` for 10e21.
    public var canonical: String {
        isNumber ? DecimalText(text.utf8).canonical : text
    }

    /// Whether the values are equal.
    public static func == (one: JSONNumber, other: JSONNumber) -> Bool {
        one.text == other.text || one.canonical == other.canonical
    }

    /// Hashes the value, not how it is written.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(canonical)
    }
}
