import Dispatch
import Synchronization

/// Connections that only read, made when first needed, each lent to one thread at a time.
final class SQLiteReaderPool: Sendable {
    /// As many reads as may run at once; more wait for one of these.
    private static let size = 4

    private let path: String
    private let name: String
    private let watch: SQLiteFileWatch
    private let permits = DispatchSemaphore(value: size)
    // Each read goes through; who holds it lets none through.
    private let gate = DispatchSemaphore(value: 1)
    /// Nil once closed.
    private let idle = Mutex<[SQLiteReading]?>([])

    /// Makes a pool with one connection: reads go on by it though the files should be taken away.
    init(path: String, name: String, watch: SQLiteFileWatch) throws(StoreError) {
        self.path = path
        self.name = name
        self.watch = watch
        let first = try open()
        idle.withLock { $0?.append(first) }
    }

    /// Runs `body` on one consistent state.
    func read<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result {
        gate.wait()
        gate.signal()
        permits.wait()
        defer { permits.signal() }
        let reading = try takeIdle() ?? open()
        defer { idle.withLock { $0?.append(reading) } }
        return try reading.run(body)
    }

    /// Runs `body` while no read is under way, if those that are come to their end in time; new ones wait meanwhile.
    func pausing(upTo time: DispatchTimeInterval, _ body: () throws -> Void) rethrows {
        let deadline = DispatchTime.now() + time
        gate.wait()
        defer { gate.signal() }
        var held = 0
        defer { for _ in 0..<held { permits.signal() } }
        while held < Self.size {
            guard permits.wait(timeout: deadline) == .success else { return }
            held += 1
        }
        try body()
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
        // By its path another file would be opened.
        try watch.check()
        let connection = try SQLiteConnection(path: path, name: name, mode: .reader)
        try connection.execute("PRAGMA cache_size = -1024; PRAGMA temp_store = MEMORY; PRAGMA query_only = ON")
        return try SQLiteReading(connection)
    }
}
