import Glibc

/// A copy of a store in a file, made while a relay uses the store or while none does.
public enum SQLiteBackup {
    /// Copies the store at `path` to a new file `target`, and gives the copy's length in bytes.
    ///
    /// The copy has all that was committed before, and nothing by halves; commits go on meanwhile. It is written under
    /// a name of its own beside `target`, is on the disk when this returns, and is for its owner only. Throws
    /// `cannotOpen` where there is no store or `target` exists, `full`, `io` or `readOnly` where the copy cannot be
    /// written, `corrupt` or `tooNew` for what is no store that this program knows, `cancelled` once `isCancelled` is
    /// true, which is asked between pieces of 1 MiB; then nothing is left of the copy.
    public static func run(
        _ path: String, to target: String, isCancelled: () -> Bool = { false }
    ) throws(StoreError) -> Int {
        guard !FileIdentity.isTaken(target) else { throw taken(target) }
        guard FileIdentity.isTaken(path) else { throw missing(path) }
        let resolved = try SQLitePath.resolve(path)
        guard let head = try SQLiteFileHead.read(resolved, name: path) else { throw missing(path) }
        try head.check(newest: SQLiteSchema.migrations.count, name: path)
        let file = try SQLiteBackupFile(for: target)
        try copy(resolved, name: path, to: file, isCancelled)
        try file.publish()
        return try file.size()
    }

    private static func missing(_ path: String) -> StoreError {
        StoreError(.cannotOpen, "There is no store at \(path); say which one with --store or --config.")
    }

    static func taken(_ target: String) -> StoreError {
        StoreError(.cannotOpen, "\(target) exists already and is left as it is; give the copy another name.")
    }

    /// How many pages are copied between two waits for the disk: a commit that comes meanwhile waits for no more.
    private static let piece: Int32 = 1024

    private static func copy(
        _ path: String, name: String, to file: SQLiteBackupFile, _ isCancelled: () -> Bool
    ) throws(StoreError) {
        let source = try SQLiteConnection(path: path, name: name, mode: .reader)
        // Where no relay runs, what it left stays for its next start.
        source.keepLogAtClose()
        try source.execute("PRAGMA cache_size = -2048; PRAGMA query_only = ON; BEGIN")
        // The first look decides which state is copied.
        guard try source.integer("PRAGMA application_id") == SQLiteSchema.applicationId else {
            throw StoreError(.corrupt, "\(name) holds nothing yet; there is nothing to copy.")
        }
        let target = try SQLiteConnection(path: file.path, name: file.path, mode: .writer)
        // A copy cut short is thrown away whole, so no journal is needed in a file. OFF is refused in defensive mode.
        try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE")
        let copy = try SQLiteCopy(from: source, to: target)
        while try copy.advance(pages: piece) {
            try file.sync()
            if isCancelled() { throw StoreError(.cancelled, "The copy was cut short; nothing is left of it.") }
        }
    }
}
