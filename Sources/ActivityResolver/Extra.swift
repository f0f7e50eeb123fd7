/// The app's own content-state fields, passed on without loss and compared as values.
///
/// The resolver does not look inside: whoever reads the event gives both texts.
package struct Extra: Hashable, Sendable {
    /// The JSON object as it is to be passed on, braces included.
    package let text: String
    /// The same in a normal form: equal values have equal texts.
    package let canonical: String

    /// The object `text`, whose normal form is `canonical`.
    package init(text: String, canonical: String) {
        self.text = text
        self.canonical = canonical
    }

    /// Equal as values, whatever the order of keys or the spelling of numbers.
    package static func == (one: Extra, other: Extra) -> Bool {
        one.canonical == other.canonical
    }

    /// As equal as the values are.
    package func hash(into hasher: inout Hasher) { hasher.combine(canonical) }
}
