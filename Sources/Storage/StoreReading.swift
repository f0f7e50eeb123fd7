/// What can be looked up in one consistent state of the store.
public protocol StoreReading {
    /// The activity of that conversionId.
    func activity(_ conversionId: String) throws -> ActivityRow?

    /// The activity of that number.
    func activity(number: Int64) throws -> ActivityRow?

    /// A page of activities, newest `startedAt` first, then highest number; those of phase "deleted" are left out.
    ///
    /// - Parameters:
    ///   - subscriberId: only this subscriber's, if given.
    ///   - phase: only those in this phase, if given.
    ///   - limit: how many at most.
    ///   - after: the last row of the page before.
    func activities(
        subscriberId: String?, phase: String?, limit: Int, after: (startedAt: Double, number: Int64)?
    ) throws -> [ActivityRow]

    /// The history entry of that id; follow its `previous` to the older ones of the activity.
    func historyEntry(_ id: Int64) throws -> HistoryEntry?

    /// The first history entry of that kind, whatever its activity, with an id after `id` and not after `last`.
    ///
    /// It looks at the entries one after the other: for a search that is known not to go far.
    func historyEntry(kind: UInt8, after id: Int64, upTo last: Int64) throws -> HistoryEntry?

    /// The eventIds remembered for the activity of that number, oldest first.
    func seen(activity: Int64) throws -> [EventIdHash]

    /// How many activities are in each phase, "deleted" included; a phase with none is left out.
    func counts() throws -> [String: Int]

    /// The subscriber's registrations, expired ones included, by `registeredAt`, then id.
    func registrations(subscriberId: String) throws -> [RegistrationRow]

    /// Those of the subscriber's registrations that have no conversionId, for they serve all of its activities; expired
    /// ones included, by `registeredAt`, then id.
    func generalRegistrations(subscriberId: String) throws -> [RegistrationRow]

    /// The activity's registrations, whosever they are, expired ones included, by `registeredAt`, then id.
    func registrations(conversionId: String) throws -> [RegistrationRow]

    /// How many history entries there are, from the oldest to the newest; told without looking at each.
    func historyEntries() throws -> Int

    /// The highest id of the history entries; it may be 0 where there are none.
    func newestHistoryEntry() throws -> Int64

    /// The registration of that id.
    func registration(id: String) throws -> RegistrationRow?

    /// The stored registration with the same subscriber, device, kind, conversionId and sender, whatever its id.
    func registration(sameKeyAs registration: RegistrationRow) throws -> RegistrationRow?
}
