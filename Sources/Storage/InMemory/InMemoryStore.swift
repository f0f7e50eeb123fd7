/// A store that lives as long as its process: for replay and tests.
///
/// The lock keeps the tables to one thread at a time.
public final class InMemoryStore: Store, @unchecked Sendable {
    private let lock = StoreLock()
    private let tables = InMemoryTables()
    private var isClosed = false

    /// Makes an empty store.
    public init() {}

    /// Runs `body` in one transaction; see `Store.commit`.
    public func commit<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result {
        try use { tables in
            tables.begin()
            do {
                let result = try body(tables)
                tables.commit()
                return result
            } catch {
                tables.rollBack()
                throw error
            }
        }
    }

    /// Does nothing: what is in memory is as durable as it gets.
    public func sync() {}

    /// Runs `body` between transactions; see `Store.read`.
    public func read<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result {
        try use { try body($0) }
    }

    /// The earliest `due` of all rows, Unix seconds; nil if nothing is due.
    public func earliestDue() throws -> Double? {
        try use { $0.earliestDue() }
    }

    /// Does nothing: there is no log to move.
    public func maintain() throws {
        try use { _ in }
    }

    /// Throws only once it is closed; see `Store.tryWriting`.
    public func tryWriting() throws {
        try use { _ in }
    }

    /// Nothing keeps memory from being written.
    public var visibleFault: StoreError? { nil }

    /// It has none.
    public func files() -> StoreFiles? { nil }

    /// What it holds; after `close`, nothing.
    public var holdings: StoreHoldings { (try? use { $0.holdings }) ?? StoreHoldings() }

    /// Ends the use of the store; whatever is called later throws `misuse`.
    public func close() {
        // Only a call from within a transaction throws, and then the store stays open.
        try? lock.holding { isClosed = true }
    }

    private func use<Result>(_ body: (InMemoryTables) throws -> Result) throws -> Result {
        try lock.holding {
            guard !isClosed else { throw StoreError(.misuse, "The store is closed.") }
            return try body(tables)
        }
    }
}
