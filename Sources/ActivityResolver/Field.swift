/// A content field as an event tells it: absent leaves what was, null clears it, a value sets it (E1).
package enum Field<Value: Equatable & Sendable>: Equatable, Sendable {
    /// Not told.
    case absent
    /// Told as null.
    case cleared
    /// Told as a value.
    case set(Value)

    /// The value told, if one was.
    package var value: Value? {
        if case .set(let value) = self { value } else { nil }
    }

    /// Whether the field stood in the event, as a value or as null.
    package var isTold: Bool { self != .absent }

    /// Carries out what was told on `stored`.
    func apply(to stored: inout Value?) {
        switch self {
        case .absent: break
        case .cleared: stored = nil
        case .set(let value): stored = value
        }
    }
}
