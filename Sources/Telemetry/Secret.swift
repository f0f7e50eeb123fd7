/// A text that prints as `<REDACTED>`, also as a part of something that is printed.
public struct Secret: Sendable, Equatable {
    private let text: String

    /// Hides the text.
    public init(_ text: String) {
        self.text = text
    }

    /// The text: for where it is used, never for a log.
    public func reveal() -> String {
        text
    }

    /// Whether both hide the same text; how long this takes tells only whether they are equally long.
    public static func == (left: Secret, right: Secret) -> Bool {
        let pairs = zip(left.text.utf8, right.text.utf8)
        let difference = pairs.reduce(0) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 && left.text.utf8.count == right.text.utf8.count
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `<REDACTED>`.
    public var description: String { "<REDACTED>" }

    /// `<REDACTED>`.
    public var debugDescription: String { "<REDACTED>" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
