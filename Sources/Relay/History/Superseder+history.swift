import JSON

extension Superseder {
    /// Of a history entry; nil where no start brought it about.
    init?(_ body: JSONValue) {
        guard let startedAt = body["byStartedAt"]?.doubleValue else { return nil }
        self.init(conversionId: body["by"]?.stringValue, startedAt: startedAt)
    }
}
