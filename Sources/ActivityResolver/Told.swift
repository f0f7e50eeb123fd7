/// Which fields an event of the run has told: a late event only fills in the others (E3).
package struct Told: OptionSet, Equatable, Sendable {
    /// The bits.
    package let rawValue: Int

    /// A set of these bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The title.
    package static let trackTitle = Told(rawValue: 1 << 0)
    /// The subtitle.
    package static let subtitle = Told(rawValue: 1 << 1)
    /// The overflow wording.
    package static let subtitleOverflow = Told(rawValue: 1 << 2)
    /// The colour.
    package static let accentColor = Told(rawValue: 1 << 3)
    /// The app's own fields.
    package static let extra = Told(rawValue: 1 << 4)
    /// The relevance.
    package static let relevanceScore = Told(rawValue: 1 << 5)
    /// The clock.
    package static let timer = Told(rawValue: 1 << 6)
    /// The stale date.
    package static let staleAt = Told(rawValue: 1 << 7)
    /// The ETA.
    package static let estimatedCompletionDate = Told(rawValue: 1 << 8)
    /// Whether the ETA is a real endpoint.
    package static let fixedEnd = Told(rawValue: 1 << 9)
    /// The boundary.
    package static let boundary = Told(rawValue: 1 << 10)
}
