/// Tells whether the files that a store has open still stand at their paths.
///
/// What is written to a file that was removed or replaced is lost with the process, though every write succeeds.
struct SQLiteFileWatch: Sendable {
    private struct Watched {
        var path: String
        var name: String
        var identity: FileIdentity?
    }

    private var files: [Watched] = []

    /// Watches the database, of which `database` is open, its lock file, its log and the log's index.
    ///
    /// To be made once SQLite has opened the log.
    init(path: String, name: String, database: FileIdentity?, lock: FileIdentity?) {
        files = [
            Watched(path: path, name: name, identity: database),
            Watched(path: path + ".lock", name: name + ".lock", identity: lock),
        ]
        for ending in ["-wal", "-shm"] {
            files.append(Watched(path: path + ending, name: name + ending, identity: FileIdentity(at: path + ending)))
        }
    }

    /// Throws `replaced` for the first file that is not where it was. Costs a system call for each of the four.
    func check() throws(StoreError) {
        for file in files {
            let found = FileIdentity(at: file.path)
            guard found == file.identity else {
                throw StoreError(
                    .replaced,
                    "\(file.name) was \(found == nil ? "removed" : "replaced") while the relay uses it; put it back, or "
                        + "restart the relay, which then begins with what is there. Nothing was stored.")
            }
        }
    }
}
