import CSQLite
import Glibc
import TestSupport
import Testing

@testable import Storage

/// What an SQLite store will not open, and that it stays as it is.
@Suite struct SQLiteRefusalTests {
    private let directory = TemporaryFolder()
    private var path: String { directory.path + "/relay.db" }

    /// All files but the lock, by name.
    private func files() throws -> [String: [UInt8]] {
        let names = directory.names().filter { !$0.hasSuffix(".lock") }
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try readFile(directory.path + "/" + $0)) })
    }

    private func execute(_ database: OpaquePointer?, _ sql: String) {
        #expect(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    }

    /// Leaves a database with its log and the log's index behind, as a crash does.
    private func leave(_ sql: String, in mode: String = "WAL") throws {
        let original = TemporaryFolder()
        var database: OpaquePointer?
        #expect(sqlite3_open(original.path + "/relay.db", &database) == SQLITE_OK)
        execute(database, "PRAGMA journal_mode = \(mode); \(sql)")
        for name in original.names() {
            try writeFile(directory.path + "/" + name, readFile(original.path + "/" + name))
        }
        // A journal left behind would undo what is there; the connection's own end would too.
        #expect(sqlite3_close(database) == SQLITE_OK)
    }

    private func expectRefusal(_ code: StoreError.Code, saying words: String) throws {
        let before = try files()
        do {
            _ = try SQLiteStore(path: path)
            Issue.record("opened")
        } catch {
            #expect(error.code == code)
            #expect(error.message.contains(words), "\(error)")
            #expect(error.message.contains(path))
        }
        try #expect(files() == before)
        let target = directory.path + "/copy.db"
        #expect(storeErrorCode { _ = try SQLiteBackup.run(path, to: target) } != nil)
        try #expect(files() == before)
    }

    @Test func `another program's database is left with its log`() throws {
        try leave("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine');")
        #expect(directory.names().sorted() == ["relay.db", "relay.db-shm", "relay.db-wal"])
        try expectRefusal(.corrupt, saying: "another program")
    }

    @Test func `another program's database is left with its journal`() throws {
        try leave(
            "CREATE TABLE notes (text); BEGIN; PRAGMA cache_size = 1; INSERT INTO notes VALUES (zeroblob(100000));",
            in: "DELETE")
        #expect(directory.names().contains("relay.db-journal"))
        try expectRefusal(.corrupt, saying: "another program")
    }

    @Test func `a newer version is left with its log, though only the log tells it`() throws {
        try leave(
            """
            PRAGMA application_id = \(SQLiteSchema.applicationId); PRAGMA user_version = 1; CREATE TABLE a (b);
            PRAGMA wal_checkpoint; CREATE TABLE c (d); PRAGMA user_version = 77;
            """)
        try expectRefusal(.tooNew, saying: "its format is 77")
    }

    @Test func `a store of which nothing is in the database yet is ours by its log`() throws {
        try leave(
            """
            PRAGMA wal_autocheckpoint = 0; \(SQLiteSchema.migrations.joined())
            PRAGMA application_id = \(SQLiteSchema.applicationId);
            PRAGMA user_version = \(SQLiteSchema.migrations.count);
            """)
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        store.close()
    }

    @Test func `a store's log without its database is not taken for nothing`() throws {
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        let log = try readFile(path + "-wal")
        store.close()
        #expect(unlink(path) == 0)
        try writeFile(path + "-wal", log)
        try expectRefusal(.corrupt, saying: "relay.db-wal is there")
        try writeFile(path, [])
        try expectRefusal(.corrupt, saying: "relay.db-wal is there")
    }

    @Test(arguments: [0.3, 0.45, 0.6])
    func `a damaged store that was not closed is left with its log`(_ share: Double) throws {
        let original = TemporaryFolder()
        let store = try SQLiteStore(path: original.path + "/relay.db")
        for index in 0..<200 { try store.put(.full("a\(index)")) }
        store.close()
        let opened = try SQLiteStore(path: original.path + "/relay.db")
        defer { opened.close() }
        try opened.put(.full("b"))
        var bytes = try readFile(original.path + "/relay.db")
        let page = Int(Double(bytes.count / 1024) * share) * 1024
        for index in page..<page + 1024 { bytes[index] = 0xA5 }
        try writeFile(path, bytes)
        try writeFile(path + "-wal", readFile(original.path + "/relay.db-wal"))
        let before = try files()
        do {
            _ = try SQLiteStore(path: path)
            Issue.record("opened")
        } catch {
            #expect(error.code == .corrupt)
            #expect(error.message.contains("damaged") && error.message.contains("backup"), "\(error)")
        }
        try #expect(files() == before)
    }

    @Test func `what is no regular file is said`() throws {
        #expect(mkfifo(path, 0o600) == 0)
        #expect(storeErrorCode { _ = try SQLiteStore(path: path) } == .cannotOpen)
        #expect(storeErrorCode { _ = try SQLiteStore(path: directory.path) } == .cannotOpen)
    }

    @Test func `a store is looked through though another program reads it`() throws {
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        let copy = directory.path + "/copy.db"
        for suffix in ["", "-wal"] { try writeFile(copy + suffix, readFile(path + suffix)) }
        store.close()
        var database: OpaquePointer?
        #expect(sqlite3_open(copy, &database) == SQLITE_OK)
        execute(database, "BEGIN; SELECT count(*) FROM activities;")
        let opened = try SQLiteStore(path: copy)
        try opened.put(.full("b"))
        opened.close()
        #expect(sqlite3_close(database) == SQLITE_OK)
    }
}
