/// A change that an event schedules for an instant, to be carried out though app and backend be dead (B1).
///
/// Immutable, and a class so that an event or a run without one does not carry its size.
package final class Boundary: Equatable, Sendable {
    /// When, Unix seconds.
    package let at: Double
    /// What changes then, as by an update.
    package let fields: ContentFields
    /// The alert of the push that tells of it.
    package let alert: Alert?

    /// A boundary at `at`.
    package init(at: Double, fields: ContentFields = ContentFields(), alert: Alert? = nil) {
        self.at = at
        self.fields = fields
        self.alert = alert
    }

    /// Equal in all parts.
    package static func == (one: Boundary, other: Boundary) -> Bool {
        one.at == other.at && one.fields == other.fields && one.alert == other.alert
    }
}
