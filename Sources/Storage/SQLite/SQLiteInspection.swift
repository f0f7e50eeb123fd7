/// Looks a database through before anything is written to it.
enum SQLiteInspection {
    /// Throws `corrupt` if the database at `path` is damaged; changes neither it nor its log.
    ///
    /// Reads all of it, so it takes time in proportion to its size.
    static func run(_ path: String, name: String) throws(StoreError) {
        do throws(StoreError) {
            try check(path, name, alone: true)
        } catch {
            guard error.code == .busy else { throw error }
            // Somebody reads it, a backup perhaps.
            try check(path, name, alone: false)
        }
    }

    /// `alone`: without the index of the log that connections share, so that this file stays as it is too.
    ///
    /// > If the locking mode is EXCLUSIVE when first entering WAL journal mode, then the locking mode cannot be changed
    /// > to NORMAL until after exiting WAL journal mode. […] the wal-index is stored in heap memory.
    /// https://www.sqlite.org/wal.html#use_of_wal_without_shared_memory
    private static func check(_ path: String, _ name: String, alone: Bool) throws(StoreError) {
        let connection = try SQLiteConnection(path: path, name: name, mode: .reader)
        connection.keepLogAtClose()
        if alone {
            connection.waitForNobody()
            try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        }
        let complaint = try connection.text("PRAGMA quick_check(1)") ?? "nothing is said of it"
        guard complaint == "ok" else {
            throw StoreError(
                .corrupt, "\(name) is damaged (\(complaint)); restore a backup, or use another path for the store.")
        }
    }
}
