/// What must be known of a request when its answer is written.
struct Slot: Sendable {
    /// Whether the answer's body is left out (HEAD).
    let omitsBody: Bool
    /// Whether the client speaks HTTP/1.0.
    let isVersion10: Bool
    /// Whether an HTTP/1.0 client must be told that the connection stays open.
    let saysKeepAlive: Bool
    /// Whether the connection closes after the answer.
    let isLast: Bool
    /// How many bytes of body the handler holds for it.
    var bodyBytes = 0
    /// How many bytes its head has.
    var headBytes = 0
    /// Whether nothing further is read before it is answered.
    var goesAlone = false
}
