import Dispatch
import Glibc
import Synchronization
import Telemetry

/// A store in an SQLite database: one file, its write-ahead log and a lock file beside it.
///
/// What was committed is durable when `sync` returns, also if the machine loses power. Reads run on connections of their
/// own and wait for no commit. The lock keeps the writing connection to one thread at a time.
public final class SQLiteStore: Store, @unchecked Sendable {
    /// Sizes from which the log is dealt with, in pages of 1 KiB: 1024 to the MiB.
    enum LogPages {
        /// `maintain` has it moved into the database: seldom enough that pages changed often are written once.
        static let worthMoving = 16 * 1024
        /// `maintain` also cuts the file, which reads in the way had let grow.
        static let worthCutting = 48 * 1024
        /// A commit does not leave this much to `maintain`.
        static let bound = 64 * 1024
        /// What another program's long read lets the log grow by until the next try to cut it.
        static let step = 4 * 1024
    }

    private let lock = StoreLock()
    private var writer: Writer?
    // Up to this length of the log, a commit does not try to cut it.
    private var cutsFrom = LogPages.bound
    /// Nil for a database in memory, which has but one connection.
    private let readers: SQLiteReaderPool?
    private let checkpointer: SQLiteCheckpointer?
    /// Nil for a database in memory.
    private let log: SQLiteLogFile?
    // Whether the log could not be made durable; what it holds must then be moved before it may grow.
    private let isLogInDoubt = Atomic(false)
    private let syncing = Mutex(())
    /// Nil for a database in memory.
    private let watch: SQLiteFileWatch?
    /// Where the database is; nil for one in memory.
    private let path: String?
    private let checkpoints = Counter()
    private let counted: SQLiteHoldings

    /// Nil for a database in memory.
    private var lockFile: SQLiteLockFile?

    /// The writing connection and what runs on it.
    private struct Writer {
        let connection: SQLiteConnection
        let transaction: SQLiteTransaction

        init(_ connection: SQLiteConnection) throws(StoreError) {
            self.connection = connection
            transaction = try SQLiteTransaction(connection)
        }
    }

    /// Opens the database at `path`; makes it, and its directory, where there is none.
    ///
    /// Throws `locked` if another relay uses it, `tooNew` if a newer version of this program wrote it, `corrupt` if it
    /// is damaged or something else, `cannotOpen`, `readOnly`, `full` or `io` if the system refuses. Whatever is refused
    /// stays as it is. One that was not closed as it should be is looked through first, which takes its time.
    public init(path: String) throws(StoreError) {
        try SQLitePath.makeDirectories(of: path)
        let resolved = try SQLitePath.resolve(path)
        self.path = resolved
        let lockFile = try SQLiteLockFile(database: resolved, name: path)
        self.lockFile = lockFile
        try SQLiteFileHead.read(resolved, name: path)?.check(newest: SQLiteSchema.migrations.count, name: path)
        if try Self.hasLog(resolved, name: path) { try SQLiteInspection.run(resolved, name: path) }
        let handle = try SQLiteFileHandle(resolved, name: path)
        let connection = try SQLiteConnection(path: resolved, name: path, mode: .writer)
        connection.keepLogAtClose()
        try Self.configure(connection)
        // Before there is a log: from then on the file itself tells whose it is.
        try SQLiteSchema.migrate(connection)
        try Self.setJournal(connection)
        let writer = try Writer(connection)
        counted = writer.transaction.holdings
        self.writer = writer
        let watch = SQLiteFileWatch(
            path: resolved, name: path, database: handle.identity, lock: lockFile.identity)
        self.watch = watch
        log = try SQLiteLogFile(database: resolved, name: path)
        readers = try SQLiteReaderPool(path: resolved, name: path, watch: watch)
        checkpointer = SQLiteCheckpointer(path: resolved, name: path, handle: handle, watch: watch)
        connection.keepLogAtClose(false)
    }

    /// Makes an empty database in memory, which ends with the store. Its reads wait for transactions.
    public init() throws(StoreError) {
        path = nil
        let connection = try SQLiteConnection(path: ":memory:", name: "The database in memory", mode: .memory)
        try Self.configure(connection)
        try SQLiteSchema.migrate(connection)
        let writer = try Writer(connection)
        counted = writer.transaction.holdings
        self.writer = writer
        readers = nil
        checkpointer = nil
        log = nil
        watch = nil
    }

    deinit {
        close()
    }

    /// Runs `body` in one transaction; see `Store.commit`.
    public func commit<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result {
        try use { writer in
            if isLogInDoubt.load(ordering: .acquiring) { try outlive(logOf: writer.connection) }
            let result = try writer.transaction.run { transaction in
                let result = try body(transaction)
                // What is written to a file that is gone is stored nowhere.
                try watch?.check()
                return result
            }
            if writer.connection.logPages > cutsFrom {
                // What is committed is committed: whether the log could be moved is the next attempt's affair.
                try? moveLog(of: writer.connection)
            }
            return result
        }
    }

    /// Waits until the log is on the disk, or all of it in the database; see `Store.sync`.
    public func sync() throws {
        guard let log else { return }
        // One after the other: the system tells a failure once, to whoever asks first.
        let isSynced = syncing.withLock { _ in
            guard !isLogInDoubt.load(ordering: .acquiring) else { return false }
            do throws(StoreError) {
                try log.sync()
                return true
            } catch {
                isLogInDoubt.store(true, ordering: .releasing)
                return false
            }
        }
        if isSynced { return }
        try use { if isLogInDoubt.load(ordering: .acquiring) { try outlive(logOf: $0.connection) } }
    }

    /// Moves all of a log that could not be made durable into the database, which is then made so.
    ///
    /// The system may have dropped what it could not write, and takes a second sync for done, of whatever was committed
    /// meanwhile.
    private func outlive(logOf connection: SQLiteConnection) throws {
        do {
            try moveAll(ofLogOf: connection)
        } catch let error as StoreError where error.code == .io {
            // SQLite's own descriptor of the log is told of the failure too, once.
            try moveAll(ofLogOf: connection)
        }
        isLogInDoubt.store(false, ordering: .releasing)
    }

    private func moveAll(ofLogOf connection: SQLiteConnection) throws {
        connection.clearFailure()
        try cutLog(of: connection)
        guard connection.logPages == 0 else {
            throw StoreError(
                .busy,
                "\(connection.name)-wal could not be written to the disk, and another program reads it; end that one.")
        }
    }

    /// Runs `body` on one consistent state, without waiting for a commit; see `Store.read`.
    public func read<Result>(_ body: (any StoreReading) throws -> Result) throws -> Result {
        guard let readers else { return try use { try $0.transaction.run { try body($0) } } }
        return try readers.read(body)
    }

    /// The earliest `due` of all rows, Unix seconds; nil if nothing is due.
    public func earliestDue() throws -> Double? {
        try use { $0.transaction.earliestDue() }
    }

    /// Has the write-ahead log moved into the database once there is enough of it, most of it on another thread; see
    /// `Store.maintain`.
    public func maintain() throws {
        try use { writer in
            let pages = writer.connection.logPages
            guard pages > LogPages.worthMoving, let checkpointer else { return }
            if try checkpointer.advance(logPages: pages) { try moveLog(of: writer.connection) }
        }
    }

    /// Writes something of no meaning, durably; see `Store.tryWriting`.
    public func tryWriting() throws {
        try transaction { _ in try writer?.transaction.countTry() }
    }

    /// Why the store cannot be written, as far as the files' places tell; see `Store.visibleFault`.
    public var visibleFault: StoreError? {
        do throws(StoreError) {
            try watch?.check()
            return nil
        } catch {
            return error
        }
    }

    /// Ends the use of the store after the reads under way, and lets go of the lock file.
    public func close() {
        readers?.close()
        // Only a call from within a transaction throws, and then the store stays open.
        try? lock.holding {
            let keepsLog = visibleFault != nil
            writer?.connection.keepLogAtClose(keepsLog)
            writer = nil
            checkpointer?.close(keepsLog: keepsLog)
            // Last: until now this store might have touched the files.
            lockFile = nil
        }
    }

    private func use<Result>(_ body: (Writer) throws -> Result) throws -> Result {
        try lock.holding {
            guard let writer else { throw StoreError(.misuse, "The store is closed.") }
            return try body(writer)
        }
    }

    /// Moves the log, and cuts the file if it has grown large.
    private func moveLog(of connection: SQLiteConnection) throws {
        connection.clearFailure()
        let pages = connection.logPages
        try connection.checkpoint()
        checkpoints.add()
        guard pages > LogPages.worthCutting else { return }
        try cutLog(of: connection)
        cutsFrom = max(LogPages.bound, connection.logPages + LogPages.step)
    }

    /// Moves the log and cuts its file, if the reads under way end soon.
    private func cutLog(of connection: SQLiteConnection) throws {
        // Reads that overlap without a gap would let the log grow for ever, so the next ones wait.
        try readers?.pausing(upTo: Self.longestPause) { try connection.truncateLog() }
    }

    /// How long a commit waits for reads to end, so that it may cut the log: longer than any of the relay's own takes.
    private static let longestPause = DispatchTimeInterval.milliseconds(100)
}

// MARK: - Opening

extension SQLiteStore {
    /// Throws `cannotOpen` where there can be no database at `path`, for a directory is there; makes and opens nothing.
    public static func checkPlace(_ path: String) throws(StoreError) {
        if SQLitePath.isDirectory(path) { throw .cannotOpen(path, errno: EISDIR) }
    }

    /// Whether a process that used the database ended without closing it.
    private static func hasLog(_ path: String, name: String) throws(StoreError) -> Bool {
        (try SQLiteRawFile(path + "-wal", name: name + "-wal")?.size ?? 0) > 0
    }

    /// An event changes about one small row at a random place, and whole pages go through the log: pages of 1 KiB cost
    /// a quarter less than those of 2, and those half as much as pages of 4. The cache is bounded so that the process stays small however large the database.
    private static func configure(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute(
            """
            PRAGMA page_size = 1024;
            PRAGMA cache_size = -5120;
            PRAGMA mmap_size = 0;
            PRAGMA temp_store = MEMORY;
            PRAGMA trusted_schema = OFF;
            """)
    }

    /// > With synchronous=FULL in WAL mode, an additional sync operation of the WAL file happens after each transaction
    /// > commit. https://www.sqlite.org/pragma.html#pragma_synchronous
    ///
    /// By that one the VFS knows that a commit's pages are all there, and writes them. The sync itself is `sync`'s: the
    /// next transaction need not wait for it.
    private static func setJournal(_ connection: SQLiteConnection) throws(StoreError) {
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StoreError(
                .cannotOpen,
                "\(connection.name) lies where no write-ahead log can be kept (the journal mode stays "
                    + "\(mode ?? "unknown")); use a local disk.")
        }
        try connection.execute("PRAGMA synchronous = FULL")
    }
}

// MARK: - Figures

extension SQLiteStore {
    /// How large the database and its log are; nil for one in memory.
    public func files() -> StoreFiles? {
        guard let path else { return nil }
        return StoreFiles(
            databaseBytes: Self.size(path), logBytes: Self.size(path + "-wal"), checkpoints: checkpoints.value)
    }

    /// What it holds, as of the last commit; see `Store.holdings`.
    public var holdings: StoreHoldings { counted.current }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

// MARK: - For tests

extension SQLiteStore {
    /// Limits the database to so many pages, as a full disk would.
    func limitPages(_ pages: Int) throws {
        try use { try $0.connection.limitPages(pages) }
    }

    /// Makes as if a sync of the log had failed.
    func doubtLog() {
        isLogInDoubt.store(true, ordering: .releasing)
    }

    /// Length of the log in pages.
    var logPages: Int {
        (try? use { $0.connection.logPages }) ?? 0
    }
}
