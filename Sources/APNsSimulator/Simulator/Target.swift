/// Where a request goes, as its path says.
struct Target: Sendable {
    /// The token, or why there is none.
    var token: Result<DeviceToken, Refusal>
    /// The place of its device; nil where there is none, or no room for it.
    var place: Int?
    /// Which of the successive tables the place is in.
    var table: Int
    /// The request's own number.
    var number: Int
}
