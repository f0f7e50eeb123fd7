import ActivityResolver

/// A target that is pushed to no more: its token is dead, or its device opted out.
struct RetiredTarget: Equatable {
    /// The registration's id or the default sender's name.
    var target: String
    /// The sender that served it.
    var sender: String
    /// Its token, shortened.
    var token: String?
    /// Why it is pushed to no more.
    var reason: String
    /// How many pushes were handed over to it: its numbers are not used twice.
    var number: Int
    /// The timestamp of the last one, whole Unix seconds: the next one's is higher.
    var timestamp = 0
    /// Whether it knows that the activity has ended.
    var knowsEnd: Bool
    /// The alert that was not delivered before its token died: it goes with the first push to the next one.
    var alert: Alert?
    /// Of a start token: whose it is.
    var deviceId: String?
    /// Of a start token: whether it got its start in this run.
    var hasStarted = false
}
