import ActivityResolver
import Telemetry

/// What the HTTP API goes by.
struct APISettings: Sendable {
    var access = AccessControl([])
    /// Whose word on where a request comes from is taken.
    var proxies = TrustedProxies()
    var intake = IntakeReader()
    var registrations = RegistrationDecoder(senders: [:])
    var rules = Rules()
    /// How many events and how many pushes of an activity are shown.
    var history = 100
    var eventIds = 1000
    /// The senders, and whether each needs a key or a file that may turn out not to be usable.
    var senders: [String: Bool] = [:]
    /// How many connections may be open.
    var connections = 10_000
    /// The longest body, in bytes.
    var bodyBytes = 1024 * 1024
    var logger: Logger
    /// The wall clock, Unix seconds.
    var now: @Sendable () -> Double
}
