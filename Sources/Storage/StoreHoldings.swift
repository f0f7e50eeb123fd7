/// How many of the things a store holds that nothing else counts.
public struct StoreHoldings: Equatable, Sendable {
    /// Registrations, expired ones included until they are removed.
    public var registrations: Int
    /// eventIds remembered for all activities.
    public var eventIds: Int

    /// So many of each.
    public init(registrations: Int = 0, eventIds: Int = 0) {
        self.registrations = registrations
        self.eventIds = eventIds
    }
}
