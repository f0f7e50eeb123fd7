import ActivityResolver
import Push

/// The way out to one target: what is under way, what is owed, when to try again.
struct Outlet: Equatable {
    /// The sender that serves it.
    var sender: String
    /// Where it was registered; nil: it is the default sender's own place.
    var registration: Registered?
    /// How many pushes were handed over to it.
    var number = 0
    /// The timestamp of the last one, whole Unix seconds (D3); 0 before the first.
    var timestamp = 0
    /// The push under way: at most one (N2).
    var sending: Owed?
    /// The push that is to go when that one is through, or when the target may be tried again.
    var owed: Owed?
    /// When that is, Unix seconds; nil where only `sending` is waited for.
    var retryAt: Double?
    /// How many times in a row it failed.
    var failures = 0
    /// How many times in a row what is owed was kept back or failed, since its service or key takes nothing.
    var held = 0
    /// Whether its token is of a card that ended with a run before: the device shows none by it.
    var isSpent = false
    /// Whether the last push handed over was an end that, for all that is known, arrived.
    var knowsEnd = false

    /// What is known of a target that was registered.
    struct Registered: Equatable {
        var place: Place
        /// When its token was last registered, Unix seconds: a service's word on it from before does not count.
        var at: Double
        /// Of a start token: whose it is.
        var deviceId: String?
    }

    /// What is owed to a target: what kind of push, and the alert that must not be lost. Its content is made anew.
    struct Owed: Equatable {
        var event: PushEvent
        var priority: Int
        var reason: PushReason
        var alert: Alert?
        /// Whether its priority is that of no urgent one since the hour's budget is spent (N4).
        var isDemoted = false
        /// When it was handed over, Unix seconds.
        var at: Double

        init(_ push: PlannedPush, at now: Double) {
            isDemoted = push.isDemoted
            event = push.event
            priority = push.priority
            reason = push.reason
            alert = push.alert
            at = now
        }

        init(event: PushEvent, priority: Int, reason: PushReason, alert: Alert?, at: Double) {
            self.event = event
            self.priority = priority
            self.reason = reason
            self.alert = alert
            self.at = at
        }

        /// Two pushes that were not delivered, as the one that goes next: a start stays one, the alert is not lost.
        func merged(with later: Owed) -> Owed {
            // An end that was not delivered stays what it was; only its date is another, which is read anew (S2).
            if event == .end && later.event == .end { return self }
            var merged = later
            if event == .start && later.event == .update { merged.event = .start }
            merged.priority = max(priority, later.priority)
            merged.isDemoted = (isDemoted || later.isDemoted) && merged.priority == min(priority, later.priority)
            merged.alert = later.alert ?? (later.event == .end && later.reason != .ended ? nil : alert)
            return merged
        }
    }

    /// The world that its token belongs to.
    var environment: Environment { registration?.place.environment ?? .production }

    /// When it is to be tried again, Unix seconds; nil where nothing is owed or a push is under way.
    var nextTry: Double? { sending == nil && owed != nil ? retryAt : nil }

    /// Whether something is owed that nothing is waited for with.
    var isOwedWithoutTime: Bool { sending == nil && owed != nil && retryAt == nil }

    /// Whether a push may go to it at once, as far as it is concerned.
    var isFree: Bool { sending == nil && retryAt == nil }

    /// Whether nobody knows when it can be reached.
    var isOutOfReach: Bool { failures > 0 || held > 0 }

    init(sender: String, registration: Registered? = nil) {
        self.sender = sender
        self.registration = registration
    }
}
