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
