import CSQLite
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What is peculiar to a store in a file.
@Suite struct SQLiteStoreTests {
    private let directory = TemporaryFolder()
    private var path: String { directory.path + "/relay.db" }

    private func openedCode(_ path: String? = nil) -> StoreError.Code? {
        storeErrorCode { try SQLiteStore(path: path ?? self.path).close() }
    }

    /// Runs SQL on the file as another program would.
    private func execute(_ sql: String, path: String? = nil) throws {
        try executeSQL(sql, on: path ?? self.path)
    }

    // MARK: What stays

    @Test("a store opened again holds all, and gives no number or id twice")
    func reopen() throws {
        var store = try SQLiteStore(path: path)
        let kept = try store.put(.full("a"))
        let removed = try store.put(.full("b"))
        var entry = HistoryEntry(at: 1, kind: 1, body: [1, 2])
        let registration = RegistrationRow(
            id: "r", subscriberId: "s", deviceId: "d", kind: "k", sender: "log", registeredAt: 1)
        try store.transaction { transaction in
            try transaction.append(&entry)
            try transaction.remember(EventIdHash(high: 1, low: .max), activity: kept.number, count: 1, keep: 1)
            try transaction.put(registration)
            try transaction.remove(number: removed.number)
        }
        store.close()
        #expect(directory.names().sorted() == ["relay.db", "relay.db.lock"])

        store = try SQLiteStore(path: path)
        try store.transaction { transaction in
            try #expect(transaction.activity("a") == kept)
            try #expect(transaction.historyEntry(entry.id) == entry)
            try #expect(transaction.wasSeen(EventIdHash(high: 1, low: .max), activity: kept.number))
            try #expect(transaction.registrations(subscriberId: "s") == [registration])
            var row = ActivityRow(conversionId: "c")
            try transaction.put(&row)
            #expect(row.number > removed.number)
            try #expect(transaction.pruneHistory(before: 5, limit: 5) == 1)
        }
        store.close()

        store = try SQLiteStore(path: path)
        var next = HistoryEntry(at: 2, kind: 1)
        try store.transaction { try $0.append(&next) }
        #expect(next.id > entry.id)
        store.close()
    }

    @Test("files copied while the store is open, as a crash leaves them, hold all that was committed")
    func crash() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        for index in 0..<50 { try store.put(.full("a\(index)")) }
        let copy = directory.path + "/copy.db"
        try store.transaction { transaction in
            var row = ActivityRow.full("uncommitted")
            try transaction.put(&row)
            for suffix in ["", "-wal"] { try writeFile(copy + suffix, readFile(path + suffix)) }
        }
        let opened = try SQLiteStore(path: copy)
        defer { opened.close() }
        try #expect(opened.read { try $0.counts() } == ["active": 50])
    }

    @Test("a log cut anywhere gives the state after some commit, never a part of one")
    func tornLog() throws {
        let store = try SQLiteStore(path: path)
        for index in 0..<8 {
            try store.transaction { transaction in
                for half in ["a", "b"] {
                    var row = ActivityRow.full("\(half)\(index)")
                    try transaction.put(&row)
                }
            }
        }
        let database = try readFile(path)
        let log = try readFile(path + "-wal")
        store.close()
        let copy = directory.path + "/copy.db"
        for length in stride(from: 0, through: log.count, by: 1_111) {
            try writeFile(copy, database)
            try writeFile(copy + "-wal", Array(log.prefix(length)))
            let opened = try SQLiteStore(path: copy)
            try #expect(opened.read { try $0.counts() }["active", default: 0] % 2 == 0)
            opened.close()
        }
    }

    @Test("the files are for the relay's user only")
    func rights() throws {
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        for name in directory.names() {
            var status = stat()
            #expect(stat(directory.path + "/" + name, &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
        store.close()
    }

    @Test("missing directories are made")
    func directories() throws {
        let store = try SQLiteStore(path: directory.path + "/a/b//c/relay.db")
        try store.put(.full("a"))
        store.close()
    }

    @Test("a store of the first version is brought to the newest, with all it holds")
    func firstVersion() throws {
        try makeFirstVersion(path)
        let general = RegistrationRow(
            id: "r1", subscriberId: "s", deviceId: "d", kind: "update", sender: "log", registeredAt: 1)
        let special = RegistrationRow(
            id: "r2", subscriberId: "s", deviceId: "d", kind: "update", conversionId: "a", sender: "log", body: [4],
            registeredAt: 2, expires: 6)
        let activity = ActivityRow(
            number: 3, conversionId: "a", subscriberId: "s", startedAt: 1, due: 5, owner: 9, history: 7, state: [1, 2])
        let entry = HistoryEntry(id: 7, activity: 3, conversionId: "a", at: 1, kind: 1, body: [3])
        // The second time there is nothing left to migrate.
        for _ in 0..<2 {
            let store = try SQLiteStore(path: path)
            try store.read { reading in
                try #expect(reading.activity("a") == activity)
                try #expect(reading.counts() == ["active": 1])
                try #expect(reading.historyEntry(7) == entry)
                try #expect(reading.seen(activity: 3) == [EventIdHash(high: 1, low: 2)])
                try #expect(reading.registrations(subscriberId: "s") == [general, special])
                try #expect(reading.registrations(conversionId: "a") == [special])
                try #expect(reading.registration(sameKeyAs: general) == general)
            }
            store.close()
        }
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        try #expect(store.transaction { try $0.removeExpiredRegistrations(by: 6, limit: 9) } == 1)
        try #expect(store.read { try $0.registrations(subscriberId: "s") } == [general])
    }

    // MARK: What is refused

    @Test("a second opener is refused until the first closes, by whatever path it comes")
    func lock() throws {
        let store = try SQLiteStore(path: path)
        let link = directory.path + "/link.db"
        #expect(symlink(path, link) == 0)
        do {
            _ = try SQLiteStore(path: path)
            Issue.record("opened twice")
        } catch {
            #expect(error.code == .locked)
            #expect(
                error.message
                    == "Another relay holds \(path) (its lock file is \(path).lock); stop it or use another store.")
        }
        #expect(openedCode(link) == .locked)
        try store.put(.full("a"))
        store.close()
        #expect(openedCode() == nil)
        #expect(openedCode(link) == nil)
    }

    @Test("a lock held by another process counts, and ends with it")
    func lockOfAnotherProcess() throws {
        #expect(openedCode() == nil)
        var descriptors: [Int32] = [-1, -1]
        #expect(pipe(&descriptors) == 0)
        let holder = try spawn("exec 9<>\(path).lock; flock -n 9 && echo held && exec sleep 60", output: descriptors[1])
        close(descriptors[1])
        var byte: UInt8 = 0
        #expect(read(descriptors[0], &byte, 1) == 1)
        close(descriptors[0])
        #expect(openedCode() == .locked)
        kill(holder, SIGKILL)
        waitpid(holder, nil, 0)
        #expect(openedCode() == nil)
    }

    @Test("a child does not keep the lock")
    func lockIsNotInherited() throws {
        let store = try SQLiteStore(path: path)
        let child = try spawn("exec sleep 60", output: 2)
        store.close()
        #expect(openedCode() == nil)
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
    }

    private func spawn(_ script: String, output: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        let words = ["sh", "-c", script]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        try #require(posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ) == 0)
        return process
    }

    @Test("a newer format, another program's database and damaged tables are refused and left alone")
    func foreignDatabases() throws {
        #expect(openedCode() == nil)
        let newest = SQLiteSchema.migrations.count
        for version in [newest + 1, 1_000] {
            try execute("PRAGMA user_version = \(version)")
            #expect(openedCode() == .tooNew)
        }
        try execute("PRAGMA user_version = \(newest); DROP TABLE history")
        #expect(openedCode() == .corrupt)

        let other = directory.path + "/other.db"
        try execute("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')", path: other)
        let before = try readFile(other)
        #expect(openedCode(other) == .corrupt)
        try execute("INSERT INTO notes VALUES ('still mine')", path: other)
        #expect(before.count == (try readFile(other)).count)
    }

    @Test("a file that is no database is refused and left alone", arguments: [1, 10, 99, 100, 512, 2_048, 70_000])
    func garbage(size: Int) throws {
        var random = SeededGenerator(seed: 7)
        let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        try writeFile(path, bytes)
        #expect(openedCode() == .corrupt)
        try #expect(readFile(path) == bytes)
    }

    @Test("whatever is damaged in the file, nothing traps", arguments: 0..<60)
    func damage(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let store = try SQLiteStore(path: path)
        for index in 0..<60 { try store.put(.full("a\(index)")) }
        store.close()
        var bytes = try readFile(path)
        for _ in 0..<(seed + 1) {
            bytes[100 + Int(random.next() % UInt64(bytes.count - 100))] = UInt8(truncatingIfNeeded: random.next())
        }
        try writeFile(path, bytes)
        // Any answer will do but a trap; an error must be one of ours.
        _ = storeErrorCode {
            let store = try SQLiteStore(path: path)
            defer { store.close() }
            for index in 0..<60 {
                _ = storeErrorCode { _ = try store.read { try $0.activity("a\(index)") } }
                _ = storeErrorCode { try store.put(.full("b\(index)")) }
            }
            _ = try store.read { try $0.activities(subscriberId: nil, phase: nil, limit: 99, after: nil) }
            _ = try store.transaction { try $0.due(by: .infinity, limit: 99) }
        }
    }

    @Test("values of other types than ours are read as something, not trapped on")
    func foreignValues() throws {
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        store.close()
        try execute(
            """
            UPDATE activities SET subscriber_id = x'ff', started_at = 'soon', phase = 5, precedes = x'00',
                shown_until = 'x', due = 'never', history = 1e300, seen_count = 'many', state = 17;
            """)
        let opened = try SQLiteStore(path: path)
        let row = try #require(try opened.read { try $0.activity("a") })
        #expect(row.phase == "5" && row.state == Array("17".utf8) && row.history == .max)
        _ = try opened.transaction { try $0.due(by: .infinity, limit: 9) }
        opened.close()
    }

    @Test("a highest number used up is an error, not an overflow")
    func lastNumber() throws {
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        store.close()
        try execute("UPDATE activities SET number = \(Int64.max)")
        let opened = try SQLiteStore(path: path)
        #expect(storeErrorCode { try opened.put(.full("b")) } == .full)
        opened.close()
    }

    @Test("a directory that may not be written to is told", .enabled(if: geteuid() != 0, "root may write anywhere"))
    func unwritableDirectory() throws {
        chmod(directory.path, 0o500)
        #expect(openedCode() == .cannotOpen)
    }

    @Test(
        "a path that cannot be is told, with the path", arguments: ["/proc/none/relay.db", "/dev/null/relay.db", "/"])
    func impossiblePath(path: String) {
        do {
            _ = try SQLiteStore(path: path)
            Issue.record("opened")
        } catch {
            #expect([.cannotOpen, .readOnly].contains(error.code))
            #expect(error.message.hasPrefix(path))
        }
    }

    // MARK: What fails on the way

    @Test("a full disk refuses the transaction whole, and later ones work")
    func full() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var row = try store.put(.full("a"))
        let stored = row
        try store.limitPages(40)
        row.state = [UInt8](repeating: 1, count: 200_000)
        row.phase = "ended"
        #expect(storeErrorCode { try store.put(row) } == .full)
        try #expect(store.read { try $0.activity("a") } == stored)
        try #expect(store.transaction { try $0.activity("a") } == stored)
        // An error that the body does not pass on undoes the transaction all the same.
        let code = storeErrorCode {
            try store.transaction { transaction in
                var other = ActivityRow.full("b")
                try transaction.put(&other)
                #expect(storeErrorCode { try transaction.put(&row) } == .full)
                other.phase = "queued"
                #expect(storeErrorCode { try transaction.put(&other) } == .full)
            }
        }
        #expect(code == .full)
        try #expect(store.read { try $0.counts() } == ["active": 1])
        try store.limitPages(1_000_000)
        try store.put(row)
        try #expect(store.read { try $0.activity("a") } == row)
    }

    @Test("a file size limit, as a full disk, refuses commits until it is lifted")
    func fullFile() async throws {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryFolder()
            let store = try SQLiteStore(path: directory.path + "/relay.db")
            var row = try store.put(.full("a"))
            let stored = row
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit()
            precondition(getrlimit(__rlimit_resource_t(1), &limit) == 0)
            limit.rlim_cur = 200_000
            precondition(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            row.state = [UInt8](repeating: 1, count: 500_000)
            let code = storeErrorCode { try store.put(row) }
            precondition(code == .io || code == .full, "\(String(describing: code))")
            let unchanged = try store.read { try $0.activity("a") }
            precondition(unchanged == stored)
            limit.rlim_cur = limit.rlim_max
            precondition(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            try store.put(row)
            let changed = try store.read { try $0.activity("a") }
            precondition(changed == row)
            store.close()
        }
    }

    @Test("another program's hold is waited for, then told, and the next transaction works")
    func busy() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var database: OpaquePointer?
        #expect(sqlite3_open(path, &database) == SQLITE_OK)
        #expect(sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        #expect(storeErrorCode { try store.put(.full("a")) } == .busy)
        try #expect(store.read { try $0.counts() } == [:])
        #expect(sqlite3_close(database) == SQLITE_OK)
        try store.put(.full("a"))
    }

    // MARK: Reads and the log

    @Test("a read does not wait for an open transaction, and sees what was before it")
    func readDuringTransaction() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        try store.put(.full("a"))
        try store.transaction { transaction in
            var row = ActivityRow.full("b")
            try transaction.put(&row)
            try #expect(store.read { try $0.counts() } == ["active": 1])
        }
        try #expect(store.read { try $0.counts() } == ["active": 2])
    }

    @Test("a read sees one state throughout, whatever is committed meanwhile")
    func readIsConsistent() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        try store.put(.full("a"))
        try store.read { reading in
            try #expect(reading.counts() == ["active": 1])
            try store.put(.full("b"))
            try #expect(reading.counts() == ["active": 1])
            try #expect(store.read { try $0.counts() } == ["active": 2])
        }
    }

    @Test("a read that throws leaves its connection fit for the next")
    func readThatThrows() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        for _ in 0..<9 {
            #expect(throws: Refusal.self) { try store.read { _ in throw Refusal() } }
            try #expect(store.read { try $0.counts() } == [:])
        }
    }

    @Test("the log stays small where maintain is called, and bounded where it is not", arguments: [true, false])
    func boundedLog(maintains: Bool) throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var random = SeededGenerator(seed: 1)
        var rows: [ActivityRow] = []
        try store.transaction { transaction in
            for index in 0..<4_000 {
                var row = ActivityRow(conversionId: "a\(index)", state: [UInt8](repeating: 1, count: 700))
                try transaction.put(&row)
                rows.append(row)
            }
        }
        var largest = 0
        for _ in 0..<1_300 {
            try store.transaction { transaction in
                for _ in 0..<50 {
                    let index = Int(random.next() % 4_000)
                    rows[index].due = Double(random.next() % 1_000)
                    try transaction.put(&rows[index])
                }
            }
            if maintains { try store.maintain() }
            largest = max(largest, try readFileSize(path + "-wal"))
        }
        #expect(largest < (maintains ? 40 << 20 : 66 << 20))
        #expect(largest > (maintains ? 15 << 20 : 60 << 20))
    }

    @Test("the log stays bounded though reads follow one another without a gap, several at a time")
    func boundedLogUnderReads() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        try store.transaction { transaction in
            for index in 0..<2_000 {
                var row = ActivityRow(conversionId: "a\(index)", state: [UInt8](repeating: 1, count: 700))
                try transaction.put(&row)
            }
        }
        let isOver = Atomic(false)
        let reads = DispatchGroup()
        for _ in 0..<4 {
            DispatchQueue(label: "test.reads").async(group: reads) {
                while !isOver.load(ordering: .relaxed) {
                    _ = try? store.read {
                        try $0.activities(subscriberId: nil, phase: nil, limit: 200, after: nil).count
                    }
                }
            }
        }
        var largest = 0
        for index in 0..<200 {
            // Of a phase that the lists leave out: the reads are to be short.
            let state = [UInt8](repeating: 2, count: 1 << 20)
            try store.put(ActivityRow(conversionId: "b\(index)", phase: "deleted", state: state))
            try store.maintain()
            largest = max(largest, try readFileSize(path + "-wal"))
        }
        isOver.store(true, ordering: .relaxed)
        reads.wait()
        // Where a read was too long for a pause, the next step tries again.
        #expect(largest < 160 << 20)
    }

    @Test("a log that a read let grow is cut once the read has ended")
    func cutLog() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        var row = try store.put(.full("a"))
        try store.read { reading in
            _ = try reading.counts()
            for count in 0..<80 as Range<UInt8> {
                // All of it anew: SQLite does not write pages that stay as they were.
                row.state = [UInt8](repeating: count, count: 1 << 20)
                try store.put(row)
                try store.maintain()
            }
        }
        try #expect(readFileSize(path + "-wal") > 64 << 20)
        for _ in 0..<1_000 {
            try store.maintain()
            if try readFileSize(path + "-wal") == 0 { break }
            usleep(5_000)
        }
        try #expect(readFileSize(path + "-wal") == 0)
        try #expect(store.read { try $0.activity("a") } == row)
    }

    private func readFileSize(_ path: String) throws -> Int {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return Int(status.st_size)
    }
}
