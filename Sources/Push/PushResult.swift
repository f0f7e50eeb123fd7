/// A push and what became of it.
public struct PushResult: Equatable, Sendable {
    /// The push as it was taken.
    public var push: Push
    /// What became of it.
    public var outcome: Outcome
    /// The HTTP status of the answer, 100…599; nil where none came or none is to be had.
    public var status: Int?
    /// The service's own word for it, where it gave one.
    public var reason: String?
    /// The header field that the request carried the push's id in; nil where there was no request.
    public var idField: RequestIdField?
    /// When it was told, Unix seconds; nil where nobody noted it.
    public var answeredAt: Double?

    /// A result.
    public init(
        push: Push, outcome: Outcome, status: Int? = nil, reason: String? = nil, idField: RequestIdField? = nil
    ) {
        self.push = push
        self.outcome = outcome
        self.status = status
        self.reason = reason
        self.idField = idField
    }
}
