/// What can be looked up and changed within a transaction; look-ups see the transaction's own changes.
public protocol StoreTransaction: StoreReading {
    /// The activities of these conversionIds, in their order; unknown ones are left out.
    func activities(_ conversionIds: [String]) throws -> [ActivityRow]

    /// The highest `precedes` of the subscriber's rows other than the given one; nil if none counts.
    func highestPrecedes(subscriberId: String, except conversionId: String) throws -> Double?

    /// The subscriber's rows whose `shownUntil` is later than `now` and whose `startedAt` is not later than the given
    /// one (Unix seconds), in order of creation.
    func shown(subscriberId: String, startedBy startedAt: Double, after now: Double) throws -> [ActivityRow]

    /// Rows with `due` at or before `now` (Unix seconds), by `due`, then number, at most `limit`.
    func due(by now: Double, limit: Int) throws -> [ActivityRow]

    /// Rows that have an owner, by number from the one after `number` on, at most `limit`.
    func owned(after number: Int64, limit: Int) throws -> [ActivityRow]

    /// Says that this row is stored as it is here, its `state` aside, so that `put` need not look it up.
    ///
    /// For who has read or written it in an earlier transaction and knows that nobody else has since.
    func isStored(_ row: ActivityRow)

    /// Inserts the row and assigns its number if that is 0, or else updates the row of that number.
    ///
    /// Throws `misuse` if the conversionId belongs to another row, no row has the number, or a time is not a number.
    func put(_ row: inout ActivityRow) throws

    /// Takes the owner of the activity of that number away, and changes nothing else of it.
    ///
    /// Much cheaper than `put`: for the outcomes of pushes.
    func release(number: Int64) throws

    /// Removes the activity with the eventIds remembered for it; its history stays. Nothing happens if there is none.
    func remove(number: Int64) throws

    /// Appends to the history and assigns the entry's id, higher than any before, also before a restart.
    func append(_ entry: inout HistoryEntry) throws

    /// Of the oldest `limit` entries removes those from before `at` (Unix seconds) and returns how many those were.
    func pruneHistory(before at: Double, limit: Int) throws -> Int

    /// Whether the eventId is among those remembered for the activity.
    func wasSeen(_ hash: EventIdHash, activity: Int64) throws -> Bool

    /// Remembers an eventId for the activity.
    ///
    /// - Parameters:
    ///   - hash: the eventId's hash.
    ///   - activity: the activity's number.
    ///   - count: which one of the activity's it is: 1, 2, …
    ///   - keep: how many of the newest are to be remembered; up to 127 more may be.
    func remember(_ hash: EventIdHash, activity: Int64, count: Int64, keep: Int64) throws

    /// Stores the registration in place of those with the same id or the same key.
    ///
    /// Throws `misuse` if a time is not a number.
    func put(_ registration: RegistrationRow) throws

    /// Removes the registration of that id, if there is one.
    func removeRegistration(id: String) throws

    /// Removes all of the activity's registrations, whosever they are.
    func removeRegistrations(conversionId: String) throws

    /// Of the registrations whose `expires` is at or before `now` (Unix seconds) removes the earliest expired, at most
    /// `limit`, and returns how many those were.
    func removeExpiredRegistrations(by now: Double, limit: Int) throws -> Int
}
