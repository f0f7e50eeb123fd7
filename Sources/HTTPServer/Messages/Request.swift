/// A request as it is handed to the handler: head and whole body.
public struct Request: Sendable {
    /// Request line and header fields.
    public var head: RequestHead
    /// The body, its transfer coding undone; empty if there was none.
    public var body: [UInt8]

    /// A request of these parts.
    public init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
