/// A push that is not taken, and why.
struct Refusal: Error, Equatable, Sendable {
    /// The reason.
    let reason: Reason

    init(_ reason: Reason) { self.reason = reason }
}
