import JSON

extension Device {
    /// Writes its whole state as members of the open object.
    func writeMembers(topics: [String], now: Double, to writer: inout JSONWriter) {
        writer.member("token", token.text)
        writer.member("bundleId", topic.map { topics[$0] })
        writer.member("pushes", pushes)
        writer.member("lastPushAt", lastPushAt)
        writer.member("inFlight", inFlight)
        writer.member("event", shown?.event.rawValue)
        writer.member("timestamp", shown?.timestamp)
        if let state = shown?.contentState { write(state, to: &writer) }
        writer.member("staleDate", shown?.staleDate)
        writer.member("isStale", isStale(now: now))
        writer.member("dismissalDate", shown?.dismissalDate)
        writer.member("ended", endedAt != nil)
        writer.member("endedAt", endedAt)
        writer.member("onScreen", isOnScreen(now: now))
    }

    /// Writes the content state in the writer's own form.
    private func write(_ state: [UInt8], to writer: inout JSONWriter) {
        writer.key("contentState")
        var reader = JSONReader(state)
        if let value = try? reader.readValue() { writer.value(value) } else { writer.raw(state) }
    }
}
