/// The app's own content-state fields, passed on without loss and compared as values.
///
/// The resolver does not look inside: whoever reads the event gives both texts.
public struct Extra: Equatable, Sendable {
    /// The JSON object as it is to be passed on, braces included.
    public let text: String
    /// The same in a normal form: equal values have equal texts.
    public let canonical: String

    /// The object `text`, whose normal form is `canonical`.
    public init(text: String, canonical: String) {
        self.text = text
        self.canonical = canonical
    }

    /// Equal as values, whatever the order of keys or the spelling of numbers.
    public static func == (one: Extra, other: Extra) -> Bool {
        one.canonical == other.canonical
    }
}
