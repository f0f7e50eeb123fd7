/// What is sent: as much as a webhook sends, with headers as it has them. `PlainCurlLoop` sends the like.
enum SampleRequest {
    /// The body, not JSON: nobody reads it.
    static let body = [UInt8](repeating: UInt8(ascii: "x"), count: 500)

    /// Names and values of the headers. The last three are to differ from request to request, which h2load cannot do.
    static let headers = [
        (name: "content-type", value: "application/json"),
        (name: "user-agent", value: "activity-relay"),
        (name: "webhook-id", value: "msg_000000000000000000000000"),
        (name: "webhook-timestamp", value: "1790000000"),
        (name: "webhook-signature", value: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="),
    ]
}
