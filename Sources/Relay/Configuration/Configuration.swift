import ActivityResolver
import Push
import Telemetry

/// All that a relay is told: the configuration file, the environment and the command line, checked.
struct Configuration {
    /// Where requests are taken.
    var listen: [Listen] = [.tcp(host: "127.0.0.1", port: 8080)]
    /// Where activities are kept.
    var store = StoreLocation.sqlite(path: "data/relay.db")
    /// Whose word on where a request comes from is taken.
    var proxies = TrustedProxies()
    /// Who may do what; without any, and without `webhookSecrets`, only loopback is served.
    var tokens: [AccessToken] = []
    /// By what events may be signed instead.
    var webhookSecrets: [WebhookSecret] = []
    /// What subscribers' tokens are signed with, the first one, and known by; none: it is made of the tokens' secrets.
    var subscriberSecrets: [Secret] = []
    /// The ways out, by name.
    var senders: [String: SenderConfiguration] = ["log": .log]
    /// Where an activity goes that has no registrations.
    var defaultSender: String? = "log"
    /// What the resolver goes by.
    var rules = Rules()
    /// How the content state is named for the app.
    var mapping = ContentStateMapping()
    /// What is logged, and how.
    var log = LogConfiguration()
    /// The bounds.
    var limits = Limits()

    /// The names that the app's own fields of a content state may not have.
    var reservedNames: Set<String> {
        var mappings = [mapping]
        for case .apns(let settings) in senders.values { mappings.append(settings.app.mapping) }
        return EventDecoder.contentStateNames.union(mappings.flatMap(\.keys.values))
    }

    /// An address to listen on.
    enum Listen: Equatable {
        case tcp(host: String, port: Int)
        case unix(path: String)

        /// Whether one socket alone can have it; port 0 is another one each time.
        var isOfOne: Bool { if case .tcp(_, port: 0) = self { false } else { true } }
    }

    /// Where activities are kept.
    enum StoreLocation: Equatable {
        case sqlite(path: String)
        case memory

        /// As it is written in the configuration.
        var url: String {
            switch self {
            case .sqlite(let path): "sqlite:\(path)"
            case .memory: "sqlite::memory:"
            }
        }
    }

    /// A way out.
    enum SenderConfiguration: Equatable {
        /// A JSON line on standard output.
        case log
        /// A signed POST.
        case webhook(WebhookSettings)
        /// Live Activities by Apple's service.
        case apns(APNsSettings)
    }

    /// A bearer token and what it opens.
    struct AccessToken: Equatable {
        var name: String
        var secret: Secret
        var scopes: Set<Scope>
    }

    /// What a token may do (contract, "Access").
    enum Scope: String, CaseIterable {
        case events
        case registrations
        case read
        case admin
    }

    /// What is logged, and how.
    struct LogConfiguration: Equatable {
        var level = LogLevel.info
        var format = LogFormat.logfmt
    }

    /// The bounds.
    struct Limits: Equatable {
        /// How many events, how many pushes, and how many changes and registrations of an activity are shown.
        var history = 100
        /// How many eventIds of an activity are remembered.
        var eventIds = 1000
        /// How many connections may be open.
        var connections = 10_000
        /// How long a stop may take, seconds.
        var stopTimeout = 10.0
        /// How long the relay goes on after a stop was asked for, seconds.
        var drainDelay = 0.0
        /// The longest pause between two tries of a failing target, seconds.
        var retryMax = 60.0
    }
}
