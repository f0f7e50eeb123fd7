/// What the body of a push says to a device, as far as it can be understood.
struct Payload: Sendable {
    /// What it does; nil where it does not say.
    var event: PayloadEvent?
    /// When it was sent, Unix seconds.
    var timestamp: Double?
    /// Where the content state stands in the body.
    var contentState: Range<Int>?
    /// When it gets stale, Unix seconds.
    var staleDate: Double?
    /// When it goes after its end, Unix seconds.
    var dismissalDate: Double?
    /// What the device would object to.
    var objections: [Objection] = []

    /// Whether the body is JSON at all.
    var isJSON: Bool {
        !objections.contains { if case .notJSON = $0 { true } else { false } }
    }

    /// Whether the device shows nothing of it.
    var isDropped: Bool { objections.contains { $0.isDrop } }
}
