/// A failure that may pass.
public struct Failure: Equatable, Sendable {
    /// How much it tells of.
    public enum Scope: String, Equatable, Hashable, Sendable {
        /// This target alone.
        case target
        /// A key or file that the sender needs: without it no push is taken.
        case key
        /// The service: it is out of reach, or says that it cannot.
        case service
    }

    /// Why, in plain words.
    public var detail: String
    /// How long the service asks to be left alone, seconds.
    public var retryAfter: Double?
    /// How much it tells of.
    public var scope: Scope

    /// A failure of this target alone unless another scope is given.
    public init(_ detail: String, retryAfter: Double? = nil, scope: Scope = .target) {
        self.detail = detail
        self.retryAfter = retryAfter
        self.scope = scope
    }
}
