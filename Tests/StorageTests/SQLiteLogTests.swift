import CSQLite
import Dispatch
import TestSupport
import Testing

@testable import Storage

/// What is written to the write-ahead log: a commit in one piece, or several where it is large.
@Suite struct SQLiteLogTests {
    private let directory = TemporaryFolder()
    private var path: String { directory.path + "/relay.db" }

    private func entry(_ size: Int, _ byte: UInt8) -> HistoryEntry {
        HistoryEntry(at: 1, kind: byte, body: [UInt8](repeating: byte, count: size))
    }

    /// What a crash of the process now would leave.
    private func copy() throws -> String {
        let copy = directory.path + "/copy.db"
        for suffix in ["", "-wal"] { try writeFile(copy + suffix, readFile(path + suffix)) }
        return copy
    }

    @Test(
        "a commit of any size is there whole",
        arguments: [1, 60_000, 64_000, 65_536, 66_000, 130_000, 131_072, 132_000, 262_144, 1 << 20, 12 << 20])
    func sizes(_ size: Int) throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var entries = [entry(10, 1), entry(size, 2), entry(10, 3)]
        for index in entries.indices { try store.transaction { try $0.append(&entries[index]) } }
        for stored in [store, try SQLiteStore(path: copy())] {
            for entry in entries { try #expect(stored.read { try $0.historyEntry(entry.id) } == entry) }
        }
    }

    @Test func `a look for what is to be pruned writes nothing where nothing is`() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var entry = entry(10, 1)
        try store.transaction { try $0.append(&entry) }
        let pages = store.logPages
        try #expect(store.transaction { try $0.pruneHistory(before: 1, limit: 5) } == 0)
        try #expect(store.transaction { try $0.removeExpiredRegistrations(by: 1, limit: 5) } == 0)
        #expect(store.logPages == pages)
        try #expect(store.transaction { try $0.pruneHistory(before: 2, limit: 5) } == 1)
        #expect(store.logPages > pages)
    }

    @Test("a transaction larger than the cache that is given up leaves nothing, and the next is whole")
    func givenUp() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var first = entry(5_000, 1)
        try store.transaction { try $0.append(&first) }
        #expect(throws: CancellationError.self) {
            try store.transaction { transaction in
                for _ in 0..<20 {
                    var large = entry(1 << 20, 2)
                    try transaction.append(&large)
                    // Of what the cache could not keep some is read again from the log.
                    try #expect(transaction.historyEntry(large.id) == large)
                }
                throw CancellationError()
            }
        }
        var next = entry(100_000, 3)
        try store.transaction { try $0.append(&next) }
        for stored in [store, try SQLiteStore(path: copy())] {
            try #expect(stored.read { try $0.historyEntry(first.id) } == first)
            try #expect(stored.read { try $0.historyEntry(next.id) } == next)
            try #expect(stored.read { try $0.historyEntries() } == 2)
        }
    }

    @Test("others read a commit as soon as it is done")
    func visible() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        for byte in 1...20 as ClosedRange<UInt8> {
            var entry = entry(Int(byte) * 9_000, byte)
            try store.commit { try $0.append(&entry) }
            try #expect(store.read { try $0.historyEntry(entry.id) } == entry)
        }
    }

    @Test("after a sync that failed the log is moved into the database before anything is committed")
    func doubted() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var entries = [entry(5_000, 1), entry(500, 2)]
        try store.transaction { try $0.append(&entries[0]) }
        store.doubtLog()
        try store.read { reading in
            _ = try reading.historyEntries()
            // The reader needs the log, and what is in doubt stays so, whatever a second sync may say.
            #expect(storeErrorCode { try store.sync() } == .busy)
            #expect(storeErrorCode { try store.transaction { try $0.append(&entries[1]) } } == .busy)
        }
        try #expect(store.read { try $0.historyEntries() } == 1)
        try store.transaction { try $0.append(&entries[1]) }
        // It begins with what was committed last.
        #expect(store.logPages < 6)
        for entry in entries { try #expect(store.read { try $0.historyEntry(entry.id) } == entry) }
    }
}
