/// What a connection was held to so far.
struct ConnectionState: Sendable {
    /// Its number, from 1 on.
    let number: Int
    /// Its provider tokens.
    var tokens = ConnectionTokens()
    /// Whether a push was accepted on it: until then APNs permits a single stream.
    var hasAccepted = false
    /// How many of its requests are not answered.
    var inFlight = 0

    init(number: Int) {
        self.number = number
    }
}
