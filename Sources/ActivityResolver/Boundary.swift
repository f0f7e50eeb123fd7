/// A change that an event schedules for an instant, to be carried out though app and backend be dead (B1).
public struct Boundary: Equatable, Sendable {
    /// When, Unix seconds.
    public var at: Double
    /// What changes then, as by an update.
    public var fields: ContentFields
    /// The alert of the push that tells of it.
    public var alert: Alert?

    /// A boundary at `at`.
    public init(at: Double, fields: ContentFields = ContentFields(), alert: Alert? = nil) {
        self.at = at
        self.fields = fields
        self.alert = alert
    }
}
