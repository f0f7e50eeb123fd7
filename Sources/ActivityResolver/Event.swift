/// One event of a backend, checked: lengths, ranges and shapes are as the contract says.
package struct Event: Equatable, Sendable {
    /// Which activity it is about.
    package var conversionId: String
    /// Whose activity it is, if told.
    package var subscriberId: String?
    /// The id that makes a second delivery a duplicate (E4).
    package var eventId: String?
    /// What has happened; where nil the status says it (E2).
    package var type: EventType?
    /// When it happened, Unix seconds by the sender's clock.
    package var occurredAt: Double?
    /// The sender's own order.
    package var sequence: Int?
    /// Which run of the job this is about, from 1 (S3).
    package var attempt: Int?
    /// When the run began, Unix seconds; counts in a start, an implicit start or a restart only (E1).
    package var startedAt: Double?
    /// How much is done, 0…1 (P1).
    package var progress: Double?
    /// The content fields.
    package var fields: ContentFields
    /// A change scheduled for later (B).
    package var boundary: Field<Boundary>
    /// The alert of the push that this event leads to.
    package var alert: Alert?

    /// An event of `conversionId` that tells nothing yet.
    package init(conversionId: String, type: EventType? = nil) {
        self.conversionId = conversionId
        self.type = type
        self.fields = ContentFields()
        self.boundary = .absent
    }

    /// What has happened: the type told, else what the status stands for (E2).
    package func resolvedType(_ stages: StageList) -> EventType {
        if let type { return type }
        guard let status = fields.status.value, case .terminal(let terminal) = stages.match(status) else {
            return .update
        }
        return terminal.eventType
    }
}
