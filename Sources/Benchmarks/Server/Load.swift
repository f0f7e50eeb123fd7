/// How hard a server is loaded, and with what.
struct Load: Equatable {
    var connections: Int
    var seconds: Int
    /// How many of the activities get the events; nil: all.
    var activities: Int?
    /// Whether each event has an eventId, by which it is recognized if it comes again.
    var hasEventIds = false
    /// Whether each answer's status is looked at, which costs wrk some of its speed; else those from 400 up count.
    var checksEachStatus = false
}
