/// What became of a push (contract, "Delivery").
public enum Outcome: Equatable, Sendable {
    /// The target has it.
    case ok
    /// A passing failure: it is to be repeated with the newest state.
    case retry(Failure)
    /// It will never be taken as it is, and is given up; the target lives on. Why.
    case dropped(String)
    /// It was sent whole and nobody answered, and it is not to be sent twice. What is known of it.
    case unknown(String)
    /// The target is no more. Why, and since when, Unix seconds, if the service said so.
    case dead(String, since: Double? = nil)
}
