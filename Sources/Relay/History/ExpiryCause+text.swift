import ActivityResolver

extension ExpiryCause {
    /// In a person's words, with the setting's name.
    var text: String {
        switch self {
        case .silenceTimeout, .queueTimeout: "nothing was heard for \(rawValue)"
        case .maxLifetime: "it began \(rawValue) ago"
        }
    }
}

extension SilenceStart {
    /// Since when nothing was heard, in a person's words.
    var text: String {
        switch self {
        case .event: "after the last event"
        case .countDown: "after the countdown's end"
        case .boundary: "after the boundary, which counts as a sign of life"
        }
    }
}
