/// One thing that happened, kept until it is pruned. Entries of an activity form a chain through `previous`.
public struct HistoryEntry: Equatable, Sendable {
    /// Order of appending: rising, never used twice. 0 means not stored yet; `StoreTransaction.append` assigns it.
    public var id: Int64
    /// Id of the activity's entry before this one, 0 if this is its first.
    public var previous: Int64
    /// The activity's number, 0 if the activity is unknown.
    public var activity: Int64
    /// The activity's conversionId, if there is one to tell.
    public var conversionId: String?
    /// When it happened, Unix seconds.
    public var at: Double
    /// What it is; opaque to the store.
    public var kind: UInt8
    /// All the rest, opaque to the store.
    public var body: [UInt8]

    /// Makes an entry; without an `id` it is one that is yet to be appended.
    public init(
        id: Int64 = 0,
        previous: Int64 = 0,
        activity: Int64 = 0,
        conversionId: String? = nil,
        at: Double,
        kind: UInt8,
        body: [UInt8] = []
    ) {
        self.id = id
        self.previous = previous
        self.activity = activity
        self.conversionId = conversionId
        self.at = at
        self.kind = kind
        self.body = body
    }
}
