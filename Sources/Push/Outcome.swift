/// What became of a push (contract, "Delivery").
public enum Outcome: Equatable, Sendable {
    /// The target has it.
    case ok
    /// It was sent whole, and nobody answered; it counts as delivered, for it must not come twice: a start by a start
    /// token. Why nobody knows.
    case unknown(String)
    /// A passing failure: it is to be repeated with the newest state.
    case retry(Failure)
    /// It will never be taken as it is, and is given up; the target lives on. Why.
    case dropped(String)
    /// The target is no more. Why, and since when, Unix seconds, if the service said so.
    case dead(String, since: Double? = nil)
}
