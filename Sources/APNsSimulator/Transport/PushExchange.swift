/// A request on a stream, and its answer; used again for other streams of its connection.
final class PushExchange {
    /// The stream's number; 0 while it is not in use.
    var stream: Int32 = 0
    /// The request.
    var request = PushRequest()
    /// Where it goes; nil before all its fields are there.
    var target: Target?
    /// Whether it was decided what becomes of it.
    var isDecided = false
    /// Whether its answer was handed to the session.
    var isAnswered = false
    /// The answer's body, and how much of it is on its way.
    var body: [UInt8] = []
    var bodySent = 0

    init() {}

    /// Takes it into use.
    func open(_ stream: Int32) {
        self.stream = stream
        request.removeAll()
        target = nil
        isDecided = false
        isAnswered = false
        body = []
        bodySent = 0
    }
}
