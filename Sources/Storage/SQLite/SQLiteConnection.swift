import CSQLite

/// One connection to a database; closed when it and all its statements are gone.
///
/// Used by one thread at a time: the writer's under the store's lock, a reader's by whoever took it from the pool.
final class SQLiteConnection: @unchecked Sendable {
    /// How a database is opened.
    enum Mode {
        /// To read and write, and to be created where there is none.
        case writer
        /// To read only. It may write to the index of the log that all connections share.
        case reader
        /// To read and write one that lives in memory and ends with the connection.
        case memory
    }

    /// For messages: the path as the user gave it.
    let name: String
    /// What broke the transaction under way: after it nothing more may be done in it.
    private(set) var failure: StoreError?
    /// Length of the write-ahead log after the last commit or checkpoint, in pages.
    fileprivate(set) var logPages = 0

    private let handle: OpaquePointer

    // SQLite must be told before its first use, and only once.
    private static let isConfigured: Bool = {
        csqlite_configure()
        return csqlite_register_gathering_vfs() == SQLITE_OK
    }()

    init(path: String, name: String, mode: Mode) throws(StoreError) {
        guard Self.isConfigured else { throw StoreError(.cannotOpen, "SQLite knows of no file system here.") }
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(path, &opened, mode.flags, mode.vfs)
        // > Whether or not an error occurs when it is opened, resources associated with the database connection
        // > handle should be released by passing it to sqlite3_close() when it is no longer required.
        // https://www.sqlite.org/c3ref/open.html
        guard result == SQLITE_OK, let opened else {
            let detail = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
            sqlite3_close(opened)
            throw StoreError(sqliteCode: result, detail: detail, path: name)
        }
        handle = opened
        self.name = name
        sqlite3_extended_result_codes(handle, 1)
        _ = csqlite_set_defensive(handle)
        sqlite3_busy_timeout(handle, Self.busyMilliseconds)
        countLogPages()
        // How the VFS tells a checkpoint's sync of the log, which must be real, from a commit's.
        try execute("PRAGMA checkpoint_fullfsync = ON")
    }

    deinit {
        sqlite3_close(handle)
    }

    /// Within the process nothing holds the database for long; another program, such as a backup, may for a moment.
    private static let busyMilliseconds: Int32 = 2_000

    /// SQLite tells the length of the log after each commit through this hook. It also replaces the automatic
    /// checkpoint, which would lengthen a commit.
    ///
    /// > A single database handle may have at most a single write-ahead log callback registered at one time. […]
    /// > Note that the sqlite3_wal_autocheckpoint() interface and the wal_autocheckpoint pragma both invoke
    /// > sqlite3_wal_hook() and will overwrite any prior sqlite3_wal_hook() settings.
    /// https://www.sqlite.org/c3ref/wal_hook.html
    private func countLogPages() {
        // The connection outlives the handle, which is closed in its deinit.
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue().logPages = Int(pages)
                return SQLITE_OK
            }, context)
    }
}

extension SQLiteConnection.Mode {
    fileprivate var flags: Int32 {
        switch self {
        case .writer: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        case .reader: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
        }
    }

    /// How its files are written; nil for SQLite's own way.
    fileprivate var vfs: String? {
        self == .memory ? nil : CSQLITE_GATHERING_VFS
    }
}

// MARK: - Statements

extension SQLiteConnection {
    /// Prepares a statement to be used as long as the connection.
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        // > The SQLITE_PREPARE_PERSISTENT flag is a hint to the query planner that the prepared statement will be
        // > retained for a long time and probably reused many times.
        // https://www.sqlite.org/c3ref/c_prepare_persistent.html
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw StoreError(.misuse, "There is no statement in the SQL: \(sql)") }
        return SQLiteStatement(statement, connection: self)
    }

    /// Runs one or more statements that return nothing of interest.
    func execute(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// The first column of the first row the statement returns.
    func integer(_ sql: String) throws(StoreError) -> Int64? {
        try prepare(sql).first { $0.integer(0) }
    }

    /// The first column of the first row the statement returns.
    func text(_ sql: String) throws(StoreError) -> String? {
        try prepare(sql).first { $0.text(0) }
    }

    /// How many rows the last statement inserted, changed or deleted.
    var changes: Int { Int(sqlite3_changes(handle)) }
}

// MARK: - Copies

extension SQLiteConnection {
    /// Begins to copy another database into this one; nil if that cannot be, and then `fail` tells why.
    func beginCopy(of source: SQLiteConnection) -> OpaquePointer? {
        sqlite3_backup_init(handle, "main", source.handle, "main")
    }
}

// MARK: - Failures

extension SQLiteConnection {
    /// Throws what a result code other than success stands for.
    func check(_ result: Int32) throws(StoreError) {
        guard result == SQLITE_OK || result == SQLITE_ROW || result == SQLITE_DONE else { throw fail(result) }
    }

    /// Makes the error of a result code and notes that the transaction under way is broken.
    ///
    /// > If certain kinds of errors occur within a transaction, the transaction may or may not be rolled back
    /// > automatically. https://www.sqlite.org/lang_transaction.html
    ///
    /// What came after would then be a transaction each, so nothing may come after.
    func fail(_ result: Int32) -> StoreError {
        let error = StoreError(sqliteCode: result, detail: String(cString: sqlite3_errmsg(handle)), path: name)
        // A broken constraint undoes its statement only.
        if result & 0xff != SQLITE_CONSTRAINT, failure == nil { failure = error }
        return error
    }

    /// Throws what broke the transaction under way, if anything did.
    func checkIntact() throws(StoreError) {
        if let failure { throw failure }
    }

    /// Forgets the failure: a new transaction begins, or one that needs none.
    func clearFailure() {
        failure = nil
    }

    /// Tells `busy` at once, where else it would wait a while for another program.
    func waitForNobody() {
        sqlite3_busy_timeout(handle, 0)
    }

    /// Whether there is a transaction that SQLite has not ended.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}

// MARK: - Write-ahead log

extension SQLiteConnection {
    /// Moves as much of the log into the database as readers permit without waiting for them, and returns how many
    /// pages of the log are moved by now.
    @discardableResult
    func checkpoint() throws(StoreError) -> Int {
        try checkpoint(mode: SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Leaves the log where it is when this connection closes, even as the last one; or no more.
    func keepLogAtClose(_ keeps: Bool = true) {
        _ = csqlite_keep_log(handle, keeps ? 1 : 0)
    }

    /// Moves all of the log into the database and cuts the file, unless a reader is in the way.
    func truncateLog() throws(StoreError) {
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
        _ = try checkpoint(mode: SQLITE_CHECKPOINT_TRUNCATE)
    }

    private func checkpoint(mode: Int32) throws(StoreError) -> Int {
        var total: Int32 = 0
        var moved: Int32 = 0
        let result = sqlite3_wal_checkpoint_v2(handle, nil, mode, &total, &moved)
        // A reader or another checkpoint is in the way; that is for the next one.
        guard result & 0xff != SQLITE_BUSY else { return 0 }
        try check(result)
        // Once all of it is moved, the next commit starts the log anew. -1 where there is no log.
        logPages = total == moved ? 0 : Int(max(total, 0))
        return Int(max(moved, 0))
    }
}

// MARK: - For tests

extension SQLiteConnection {
    /// Limits the database to so many pages, as a full disk would.
    func limitPages(_ pages: Int) throws(StoreError) {
        try execute("PRAGMA max_page_count = \(pages)")
    }
}
