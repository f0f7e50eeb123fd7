/// What a simulator knows and keeps.
struct SimulatorSettings: Sendable {
    /// The apps that are pushed to, by bundle id.
    var bundleIds: [String]
    /// The keys that provider tokens are signed with.
    var keys: [ProviderKey]
    /// How many pushes are kept for each token.
    var recordedPushes = 0
    /// Whether nothing is said of single pushes.
    var isQuiet = false
    /// How many tokens are kept.
    var mostTokens = DeviceTable.mostTokens

    init(bundleIds: [String], keys: [ProviderKey]) {
        self.bundleIds = bundleIds
        self.keys = keys
    }
}
