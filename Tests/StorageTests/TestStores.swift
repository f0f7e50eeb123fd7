import CSQLite
import Glibc
import TestSupport
import Testing

@testable import Storage

/// The kinds of store that keep the same contract.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
    case inMemory, sqliteInMemory, sqliteOnDisk

    var testDescription: String { "\(self)" }

    /// Runs `body` with an empty store, and closes it.
    func withStore(_ body: (any Store) throws -> Void) throws {
        switch self {
        case .inMemory: try body(InMemoryStore())
        case .sqliteInMemory: try body(SQLiteStore())
        case .sqliteOnDisk:
            let directory = TemporaryFolder()
            let store = try SQLiteStore(path: directory.path + "/relay.db")
            defer { store.close() }
            try body(store)
        }
    }
}

/// The bytes of a file.
func readFile(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
        bytes += buffer.prefix(count)
    }
    return bytes
}

/// Makes a file of these bytes.
func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

/// Runs SQL on a database as another program would, and closes it.
func executeSQL(_ sql: String, on path: String) throws {
    var database: OpaquePointer?
    #expect(sqlite3_open(path, &database) == SQLITE_OK)
    #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_close(database) == SQLITE_OK)
}

/// Makes a store of the first version, with one of everything.
func makeFirstVersion(_ path: String) throws {
    try executeSQL(
        """
        PRAGMA page_size = 1024;
        PRAGMA journal_mode = WAL;
        \(SQLiteSchema.migrations[0])
        INSERT INTO activities VALUES (3, 'a', 's', 1, 'active', NULL, NULL, 5, 7, 0, x'0102');
        INSERT INTO handed_over VALUES (3, 9);
        INSERT INTO phases VALUES ('active', 1);
        INSERT INTO history VALUES (7, 0, 3, 'a', 1, 1, x'03');
        INSERT INTO seen VALUES (3, 1, 2, 1);
        INSERT INTO registrations VALUES
            ('r1', 's', 'd', 'update', NULL, 'log', x'', 1, NULL),
            ('r2', 's', 'd', 'update', 'a', 'log', x'04', 2, 6);
        PRAGMA application_id = \(SQLiteSchema.applicationId);
        PRAGMA user_version = 1;
        """, on: path)
}

/// What a test throws to have a transaction rolled back.
struct Refusal: Error, Equatable {}

/// The error that `body` throws, by its code.
func storeErrorCode(_ body: () throws -> Void) -> StoreError.Code? {
    do {
        try body()
        return nil
    } catch let error as StoreError {
        return error.code
    } catch {
        Issue.record("not a StoreError: \(error)")
        return nil
    }
}

extension ActivityRow {
    /// A row with all fields set, each to something of its own.
    static func full(_ conversionId: String) -> ActivityRow {
        ActivityRow(
            conversionId: conversionId, subscriberId: "sub-é", startedAt: 1_700_000_000.25, phase: "active",
            precedes: 1_700_000_000.25, shownUntil: .infinity, due: 1_700_000_060.5, owner: .min, history: 7,
            seenCount: 3, state: Array(0...255))
    }
}

extension Store {
    /// Puts the row in a transaction of its own and returns it with its number.
    @discardableResult
    func put(_ row: ActivityRow) throws -> ActivityRow {
        var row = row
        try transaction { try $0.put(&row) }
        return row
    }
}
