import CCurl

/// Why an exchange was not whole.
public struct TransferFailure: Error, Equatable, Sendable {
    /// libcurl's result code (`CURLE_…`); below 0 what was not handed to it.
    public var code: Int32
    /// What libcurl says of it.
    public var message: String

    /// A failure of that code.
    public init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// Whether nobody answered in time.
    var isTimeout: Bool { code == Self.number(CURLE_OPERATION_TIMEDOUT) }

    /// A request that cannot be made of this push, now or later.
    static func unsendable(_ message: String) -> TransferFailure { TransferFailure(code: -1, message: message) }

    /// A request that cannot be signed at present.
    static func unsigned(_ message: String) -> TransferFailure { TransferFailure(code: -2, message: message) }

    /// Whether the push can never be sent as it is.
    var isUnsendable: Bool { code == -1 }

    /// Whether a key or file of ours cannot be used, so that nothing is sent to anybody.
    var isOurs: Bool {
        code == -2 || code == Self.number(CURLE_SSL_CACERT_BADFILE) || code == Self.number(CURLE_SSL_CERTPROBLEM)
    }

    /// Whether the connection ended under the exchange, so that nobody knows how far it came: it may be tried again
    /// at once, with the same id.
    var isAmbiguous: Bool { Self.ambiguous.contains(code) }

    /// Whether the connection is of no use any more.
    var endsConnection: Bool { Self.endings.contains(code) }

    private static let endings: Set<Int32> = [
        number(CURLE_HTTP2), number(CURLE_PARTIAL_FILE), number(CURLE_SEND_ERROR), number(CURLE_RECV_ERROR),
        number(CURLE_GOT_NOTHING),
    ]

    private static let ambiguous: Set<Int32> = [
        number(CURLE_HTTP2), number(CURLE_PARTIAL_FILE), number(CURLE_SEND_ERROR), number(CURLE_HTTP2_STREAM),
    ]

    private static func number(_ code: CURLcode) -> Int32 { Int32(code.rawValue) }
}
