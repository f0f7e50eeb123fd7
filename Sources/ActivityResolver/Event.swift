/// One event of a backend, checked: lengths, ranges and shapes are as the contract says.
public struct Event: Equatable, Sendable {
    /// Which activity it is about.
    public var conversionId: String
    /// Whose activity it is, if told.
    public var subscriberId: String?
    /// The id that makes a second delivery a duplicate (E4).
    public var eventId: String?
    /// What has happened; where nil the status says it (E2).
    public var type: EventType?
    /// When it happened, Unix seconds by the sender's clock.
    public var occurredAt: Double?
    /// The sender's own order.
    public var sequence: Int?
    /// Which run of the job this is about, from 1 (S3).
    public var attempt: Int?
    /// When the run began, Unix seconds; counts in a start, an implicit start or a restart only (E1).
    public var startedAt: Double?
    /// How much is done, 0…1 (P1).
    public var progress: Double?
    /// The content fields.
    public var fields: ContentFields
    /// A change scheduled for later (B).
    public var boundary: Field<Boundary>
    /// The alert of the push that this event leads to.
    public var alert: Alert?

    /// An event of `conversionId` that tells nothing yet.
    public init(conversionId: String, type: EventType? = nil) {
        self.conversionId = conversionId
        self.type = type
        self.fields = ContentFields()
        self.boundary = .absent
    }

    /// What has happened: the type told, else what the status stands for (E2).
    public func resolvedType(_ stages: StageList) -> EventType {
        if let type { return type }
        guard let status = fields.status.value, case .terminal(let terminal) = stages.match(status) else {
            return .update
        }
        return terminal.eventType
    }
}
