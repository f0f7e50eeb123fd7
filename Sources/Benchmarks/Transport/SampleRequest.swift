/// What is sent besides the URL, in which each run of `^` stands for the request's number in so many digits.
struct SampleRequest {
    /// The headers, each a line of name and value.
    var headers: [String]
    /// The body.
    var body: [UInt8]

    /// As much as a webhook sends, with headers as it has them. The body is not JSON: nobody reads it.
    static let webhook = SampleRequest(
        headers: [
            "content-type: application/json",
            "user-agent: activity-relay",
            "webhook-id: msg_^^^^^^^^^^^^^^^^^^^^^^^^",
            "webhook-timestamp: ^^^^^^^^^^",
            "webhook-signature: v1,^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^=",
        ],
        body: Array((String(repeating: "^", count: 24) + String(repeating: "x", count: 476)).utf8))

    /// A text as a sender has it that cannot number its requests.
    static func unnumbered(_ text: String) -> String {
        String(text.map { $0 == "^" ? "0" : $0 })
    }
}
