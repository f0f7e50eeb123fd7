/// Which fields an event of the run has told: a late event only fills in the others (E3).
public struct Told: OptionSet, Equatable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// A set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The title.
    public static let trackTitle = Told(rawValue: 1 << 0)
    /// The subtitle.
    public static let subtitle = Told(rawValue: 1 << 1)
    /// The overflow wording.
    public static let subtitleOverflow = Told(rawValue: 1 << 2)
    /// The colour.
    public static let accentColor = Told(rawValue: 1 << 3)
    /// The app's own fields.
    public static let extra = Told(rawValue: 1 << 4)
    /// The relevance.
    public static let relevanceScore = Told(rawValue: 1 << 5)
    /// The clock.
    public static let timer = Told(rawValue: 1 << 6)
    /// The stale date.
    public static let staleAt = Told(rawValue: 1 << 7)
    /// The ETA.
    public static let estimatedCompletionDate = Told(rawValue: 1 << 8)
    /// Whether the ETA is a real endpoint.
    public static let fixedEnd = Told(rawValue: 1 << 9)
    /// The boundary.
    public static let boundary = Told(rawValue: 1 << 10)
}
