/// How the content state is named and dated for an app, in what APNs and FCM carry (contract, "Push").
public struct ContentStateMapping: Equatable, Sendable {
    /// How instants are written: the ETA, `staleAt`, a timer's `from` and `until`.
    public enum Dates: String, CaseIterable, Sendable {
        /// Unix seconds.
        case unix
        /// Seconds since 2001-01-01T00:00:00Z, which Swift's `Date` is decoded from.
        case reference
        /// A text of RFC 3339 in whole seconds, which Swift's `.iso8601` strategy reads.
        case iso8601
    }

    /// The app's names for fields of ours.
    public var keys: [ContentStateField: String]
    /// How instants are written.
    public var dates: Dates
    /// Fields that are left out.
    public var omit: Set<ContentStateField>

    /// A mapping; without parts the contract's own names and Unix seconds.
    public init(
        keys: [ContentStateField: String] = [:], dates: Dates = .unix, omit: Set<ContentStateField> = []
    ) {
        self.keys = keys
        self.dates = dates
        self.omit = omit
    }

    /// Whether it changes nothing.
    var isPlain: Bool { keys.isEmpty && dates == .unix && omit.isEmpty }

    /// A field's name for the app; nil where it is left out.
    public func name(of field: ContentStateField) -> String? {
        omit.contains(field) ? nil : keys[field] ?? field.rawValue
    }
}
