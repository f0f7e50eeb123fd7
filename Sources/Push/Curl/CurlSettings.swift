/// How a transport connects.
public struct CurlSettings: Hashable, Sendable {
    /// Where requests go, but for the path of those that have their own.
    public var url: String
    /// A file of certificates that are trusted instead of the system's; nil: the system's.
    public var caFile: String?
    /// What tells this content of `caFile` from another, so that a file which was changed makes other connections.
    public var caDigest: [UInt8] = []
    /// When a transfer is given up, seconds from its start, whatever it waits for.
    public var timeout = 10.0
    /// How many connections may be open. With HTTP/2 a second one is opened only where the first has no stream free.
    public var connections = 8
    /// How many transfers are in flight at most while the peer speaks HTTP/2. Answers to more of them come in pieces,
    /// at each of which libcurl looks at them all.
    public var streams = 50
    /// Whether the peer speaks HTTP/2 alone and wants its connections kept for hours and proven one by one, as APNs does.
    public var keepsProvenConnections = false
    /// What it calls itself.
    public var userAgent = "activity-relay"

    /// Settings for requests to `url`.
    public init(url: String) {
        self.url = url
    }
}
