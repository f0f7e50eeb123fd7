/// The bounds of a server. Times are totals, so that a peer that sends a byte now and then gains nothing.
public struct ServerLimits: Sendable {
    /// The longest head, in bytes; a longer one is answered 431.
    public var headBytes = 16 * 1024
    /// The most header fields of a request; more are answered 431.
    public var headerFields = 100
    /// The most open connections; further ones are answered 503 and closed.
    public var connections = 10_000
    /// How long a connection may be without a request; longer than a balancer keeps it (usually 60 s).
    public var idleTime: Duration = .seconds(75)
    /// How long a head may take from its first byte to its last; then 408.
    public var headTime: Duration = .seconds(10)
    /// How long a body may take; then 408.
    public var bodyTime: Duration = .seconds(30)
    /// How long what waits to be written may take to be taken by the peer; then the connection is cut.
    public var writingTime: Duration = .seconds(30)
    /// How long what a peer still sends is read and dropped before the connection is closed.
    public var lingerTime: Duration = .seconds(2)
    /// How many bytes of it are read and dropped.
    public var lingerBytes = 8 * 1024 * 1024
    /// How many requests of a connection may be unanswered before it is no longer read.
    public var requestsInFlight = 16
    /// How many bytes of their bodies may be held before it is no longer read.
    public var bytesInFlight = 1024 * 1024
    /// How many bytes of answers may wait for a connection before it is no longer read.
    public var outgoingBytes = 1024 * 1024
    /// How many bytes may be held for all connections together: heads and bodies that have come, bodies that were
    /// promised by a Content-Length, answers on their way and waiting. One connection gets a quarter of what is left
    /// and 4 KiB at least, so that those who hold little are served beside those who hold much.
    public var heldBytes = 128 * 1024 * 1024
    /// How many bytes of a streamed answer may wait for its reader; one that has more waiting is cut when more comes.
    public var streamBytes = 512 * 1024
    /// How often a comment (`:`) goes out on a streamed answer.
    public var streamCommentTime: Duration = .seconds(15)
    /// The longest unwanted body that is read to its end to keep the connection; with a longer one it is closed.
    public var skippedBytes = 64 * 1024

    /// The defaults.
    public init() {}
}
