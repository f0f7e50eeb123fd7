/// What came of a transfer.
public struct TransferResult: Equatable, Sendable {
    /// The HTTP status; 0 where none came. With one it is an answer, even if the exchange went wrong afterwards.
    public var status: Int
    /// The beginning of a refusal's body, at most `CurlEasy.keptBytes`; of a 2xx nothing is kept.
    public var body: [UInt8]
    /// How long the peer asks to be left alone, seconds: its Retry-After, as seconds or as a date (RFC 9110, 10.2.3).
    public var retryAfter: Double?
    /// Why the exchange was not whole; nil where it was.
    public var failure: TransferFailure?
    /// How long it took, seconds.
    public var seconds: Double
    /// Whether all of the request left, as far as libcurl knows: of one without an answer the peer may have it.
    public var isSentWhole = false
    /// The peer's clock, Unix seconds, where it was looked at: its Date (RFC 9110, 6.6.1).
    public var peerTime: Double?

    /// The HTTP status, where one came.
    var answeredStatus: Int? { status == 0 ? nil : status }

    /// A result of these parts.
    public init(
        status: Int, body: [UInt8] = [], retryAfter: Double? = nil, failure: TransferFailure? = nil,
        seconds: Double = 0
    ) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.failure = failure
        self.seconds = seconds
    }
}
