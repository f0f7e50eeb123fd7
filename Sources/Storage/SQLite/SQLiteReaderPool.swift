import Dispatch
import Synchronization

/// Connections that only read, made when first needed, each lent to one thread at a time.
final class SQLiteReaderPool: Sendable {
    /// As many reads as may run at once; more wait for one of these.
    private static let size = 4

    private let path: String
    private let name: String
    private let permits = DispatchSemaphore(value: size)
    /// Nil once closed.
    private let idle = Mutex<[SQLiteReading]?>([])

    init(path: String, name: String) {
        self.path = path
        self.name = name
    }

    /// Runs `body` on one consistent state.
    func read<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result {
        permits.wait()
        defer { permits.signal() }
        let reading = try takeIdle() ?? open()
        defer { idle.withLock { $0?.append(reading) } }
        return try reading.run(body)
    }

    /// Waits for the reads under way and closes the connections.
    func close() {
        for _ in 0..<Self.size { permits.wait() }
        idle.withLock { $0 = nil }
        for _ in 0..<Self.size { permits.signal() }
    }

    private func takeIdle() throws(StoreError) -> SQLiteReading? {
        try idle.withLock { readings throws(StoreError) in
            guard readings != nil else { throw StoreError(.misuse, "The store is closed.") }
            return readings?.popLast()
        }
    }

    private func open() throws(StoreError) -> SQLiteReading {
        let connection = try SQLiteConnection(path: path, name: name, mode: .reader)
        try connection.execute("PRAGMA cache_size = -1024; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")
        return try SQLiteReading(connection)
    }
}
