/// One activity as the store knows it: the few columns it searches by, and a state it never looks into.
public struct ActivityRow: Equatable, Sendable {
    /// Order of creation: rising, never used twice. 0 means not stored yet; `StoreTransaction.put` assigns it.
    public var number: Int64
    /// The caller's name of the activity; no two rows share one.
    public var conversionId: String
    /// Whose activity it is, if known.
    public var subscriberId: String?
    /// When it started, Unix seconds.
    public var startedAt: Double
    /// Where it stands: "active", "queued", …, "deleted". Lists leave out "deleted".
    public var phase: String
    /// The `startedAt` that counts against a start of the same subscriber that arrives later; nil where it does not count.
    public var precedes: Double?
    /// +infinity while live, the dismissal date (Unix seconds) while that may be ahead, nil once it cannot matter.
    public var shownUntil: Double?
    /// When something is next to be done, Unix seconds; nil if nothing is.
    public var due: Double?
    /// The relay that has handed pushes over and waits for their outcomes.
    public var owner: Int64?
    /// Id of its newest history entry, 0 if it has none.
    public var history: Int64
    /// How many eventIds were remembered for it so far.
    public var seenCount: Int64
    /// All the rest, opaque to the store.
    public var state: [UInt8]

    /// Makes a row; without a `number` it is one that is yet to be stored.
    public init(
        number: Int64 = 0,
        conversionId: String,
        subscriberId: String? = nil,
        startedAt: Double = 0,
        phase: String = "active",
        precedes: Double? = nil,
        shownUntil: Double? = nil,
        due: Double? = nil,
        owner: Int64? = nil,
        history: Int64 = 0,
        seenCount: Int64 = 0,
        state: [UInt8] = []
    ) {
        self.number = number
        self.conversionId = conversionId
        self.subscriberId = subscriberId
        self.startedAt = startedAt
        self.phase = phase
        self.precedes = precedes
        self.shownUntil = shownUntil
        self.due = due
        self.owner = owner
        self.history = history
        self.seenCount = seenCount
        self.state = state
    }
}

extension ActivityRow {
    /// The phase that lists leave out.
    static let deletedPhase = "deleted"

    /// Throws `misuse` for a time that is not a number: it has no place in any order.
    func checkTimes() throws(StoreError) {
        let isNaN = startedAt.isNaN || precedes?.isNaN == true || shownUntil?.isNaN == true || due?.isNaN == true
        guard !isNaN else {
            throw StoreError(.misuse, "A time of activity \(conversionId) is not a number; it was not stored.")
        }
    }
}
