/// What is next due of an activity by time alone; in the order of X4 within one instant.
package struct Timer: Equatable, Sendable {
    /// What it is.
    package enum Kind: String, Equatable, Sendable, CaseIterable {
        /// The boundary fires (B1).
        case boundary
        /// The overflow wording is told of (T6).
        case overflow
        /// A push that waited goes (N2).
        case waiting
        /// Time has moved the ring (N3).
        case nudge
        /// Silence or age ends it (X2).
        case end
        /// The tombstone goes (X3).
        case purge
    }

    /// When, Unix seconds.
    package var at: Double
    /// What.
    package var kind: Kind
}
