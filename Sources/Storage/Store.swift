/// Where activities, their history and registrations are kept.
///
/// Used by one thread at a time, the engine's; only `read` and `sync` may come from any thread. No method here may be
/// called from within a transaction's body.
public protocol Store: AnyObject, Sendable {
    /// Runs `body` in one transaction: all of it is there for every later one and every read when this returns, durable
    /// once a `sync` from then on returns; or, when it throws, nothing of it is.
    ///
    /// What is handed to `body` is valid only while it runs. Throws what `body` throws, or a `StoreError`.
    func commit<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result

    /// Makes durable what was committed before. May be called from any thread, while the next transaction runs.
    ///
    /// Throws a `StoreError` if the system refuses. Whether what was committed outlasts a loss of power is not known
    /// then, and further transactions throw until it does.
    func sync() throws

    /// Runs `body` on one consistent state, without waiting for a commit. May be called from any thread.
    ///
    /// What is handed to `body` is valid only while it runs. Throws what `body` throws, or a `StoreError`.
    func read<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result

    /// The earliest `due` of all rows, Unix seconds; nil if nothing is due.
    func earliestDue() throws -> Double?

    /// Does what should not lengthen a commit, such as moving the log into the database. Call it when idle, or every
    /// few commits; it does nothing where there is nothing worth doing.
    func maintain() throws

    /// Writes something of no meaning, durably, to find out whether the store can be written; throws as `transaction`.
    func tryWriting() throws

    /// Why the store cannot be written, as far as that shows without writing; nil where nothing shows. May be called
    /// from any thread.
    var visibleFault: StoreError? { get }

    /// How large its files are; nil where it has none. May be called from any thread, and waits for nothing.
    func files() -> StoreFiles?

    /// How many registrations and eventIds it holds, as of a commit not long ago. May be called from any thread, and
    /// looks at no row.
    var holdings: StoreHoldings { get }

    /// Ends the use of the store, after the reads under way; whatever is called later throws `misuse`.
    func close()
}

extension Store {
    /// Runs `body` in one transaction: all of it is durable when this returns, or, when `body` throws, nothing of it is.
    public func transaction<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result {
        let result = try commit(body)
        try sync()
        return result
    }
}
