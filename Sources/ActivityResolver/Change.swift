/// What is worth telling: the strongest reason, how urgent, and the alert that goes with it (N1).
package struct Change: Equatable, Sendable {
    /// The first reason that holds.
    package private(set) var reason: PushReason
    /// Whether it goes at priority 10 and after the shorter interval.
    package private(set) var isUrgent: Bool
    /// The alert to ring with.
    package var alert: Alert?
    /// Whether a boundary is part of it, which the hourly budget excepts (N4).
    package private(set) var hasBoundary: Bool

    init(_ reason: PushReason, urgent: Bool = true, alert: Alert? = nil) {
        self.reason = reason
        isUrgent = urgent
        self.alert = alert
        hasBoundary = reason == .boundary
    }

    /// A change as it was stored.
    package init(reason: PushReason, isUrgent: Bool, alert: Alert?, hasBoundary: Bool) {
        self.reason = reason
        self.isUrgent = isUrgent
        self.alert = alert
        self.hasBoundary = hasBoundary
    }

    /// Takes in another change; its alert, if it has one, is the later and counts (N2).
    mutating func merge(_ other: Change) {
        reason = min(reason, other.reason)
        isUrgent = isUrgent || other.isUrgent
        hasBoundary = hasBoundary || other.hasBoundary
        if let alert = other.alert { self.alert = alert }
    }

    /// The union of two changes, either of which may be none.
    static func union(_ one: Change?, _ other: Change?) -> Change? {
        guard var change = one else { return other }
        if let other { change.merge(other) }
        return change
    }
}
