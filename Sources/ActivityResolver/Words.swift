/// The backend's own words for what it does: there is one place for them (L5).
package struct Words: Equatable, Sendable {
    /// Where the words came from, which says what clears them.
    package enum Source: String, Equatable, Sendable {
        /// A displayStatus: cleared by null only.
        case displayStatus
        /// An unlisted status: cleared by a listed one or null.
        case status
    }

    /// The words.
    package var text: String
    /// The rank at which they are shown, and at no other.
    package var rank: Int
    /// Where they came from.
    package var source: Source

    /// Words shown at `rank`.
    package init(text: String, rank: Int, source: Source) {
        self.text = text
        self.rank = rank
        self.source = source
    }
}
