/// What was counted.
struct Statistics: Sendable {
    /// Pushes that were taken.
    var accepted = 0
    /// What all others were answered, by its name.
    var refused: [String: Int] = [:]
    /// Objections, to pushes that were taken for the most part.
    var objections = 0
    /// Connections that were opened.
    var connectionsOpened = 0
    /// Connections that are open.
    var connectionsOpen = 0
    /// The most unanswered requests there were at once for one token.
    var mostInFlightPerToken = 0
    /// The most unanswered requests there were at once on one connection.
    var mostInFlightPerConnection = 0
    /// Streams that were refused, since a connection may not have so many yet.
    var streamsRefused = 0
    /// RST_STREAM frames that came.
    var resetsReceived = 0

    init() {}

    /// Counts anew; what is open stays open.
    mutating func reset() {
        let open = connectionsOpen
        self = Statistics()
        connectionsOpen = open
    }

    /// Counts what a push was answered.
    mutating func count(_ decision: Decision) {
        if let answer = decision.answer, answer.status == 200 {
            accepted += 1
        } else {
            refused[decision.name, default: 0] += 1
        }
    }
}
