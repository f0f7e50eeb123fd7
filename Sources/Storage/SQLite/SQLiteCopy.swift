import CSQLite

/// A copy under way of one database into another; ended when this is gone.
final class SQLiteCopy {
    private let handle: OpaquePointer
    private let source: SQLiteConnection
    private let target: SQLiteConnection

    /// Begins it. A transaction open on `source` keeps it to one state; without one, each commit starts it anew.
    init(from source: SQLiteConnection, to target: SQLiteConnection) throws(StoreError) {
        guard let handle = target.beginCopy(of: source) else { throw target.fail(SQLITE_ERROR) }
        self.handle = handle
        self.source = source
        self.target = target
    }

    deinit {
        sqlite3_backup_finish(handle)
    }

    /// Copies up to so many pages; whether there are more.
    func advance(pages: Int32) throws(StoreError) -> Bool {
        let result = sqlite3_backup_step(handle, pages)
        guard result != SQLITE_DONE else { return false }
        // The error may be of either side; it is of the one that is written, as far as one can tell.
        guard result == SQLITE_OK else {
            let isReading = result & 0xff == SQLITE_CORRUPT || result & 0xff == SQLITE_NOTADB
            throw StoreError(
                sqliteCode: result, detail: String(cString: sqlite3_errstr(result)),
                path: isReading ? source.name : target.name)
        }
        return true
    }
}
