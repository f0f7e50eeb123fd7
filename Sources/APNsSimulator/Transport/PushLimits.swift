/// The bounds of the push port.
struct PushLimits: Sendable {
    /// The most connections; further ones are closed at once.
    var connections = 10_000
    /// How many streams a connection may have before a push was accepted on it.
    var firstStreams = 1
    /// How many it may have then.
    var streams = 1000
    /// How many resets a second a connection may send; nil: any number.
    var resetsPerSecond: Int?
    /// How long TLS may take to be agreed upon, nanoseconds.
    var handshakeTime: Int64 = 10_000_000_000

    init() {}
}
