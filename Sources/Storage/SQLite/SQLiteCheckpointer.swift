import Dispatch
import Synchronization

/// Moves the write-ahead log into the database on a thread of its own, while commits go on.
///
/// > Checkpoint as many frames as possible without waiting for any database readers or writers to finish […].
/// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html, on SQLITE_CHECKPOINT_PASSIVE
///
/// What commits append meanwhile is moved by another round, which is shorter. Only when little is left, the writer moves
/// it itself: the log starts anew at the first commit that finds all of it moved.
final class SQLiteCheckpointer: Sendable {
    private struct State {
        var isRunning = false
        /// How many pages of the log the last pass found moved; nil before the first pass on a log.
        var moved: Int?
        var failure: StoreError?
        /// What is little by now: twice as much after each pass in vain.
        var littleLeft = SQLiteCheckpointer.littleLeft
    }

    /// What the writer moves itself, in pages: some milliseconds' worth.
    private static let littleLeft = 512
    /// The most that it moves where commits are faster than the passes: some tens of milliseconds' worth.
    private static let mostLeft = 4_096
    /// How often a pass goes on with what came meanwhile: where a disk is slower than the commits, it would not end.
    private static let mostRounds = 6

    private let path: String
    private let name: String
    private let queue = DispatchQueue(label: "activity-relay.checkpoint")
    private let watch: SQLiteFileWatch
    private let state = Mutex(State())
    private let files: Mutex<Files>

    /// What a pass works on.
    private struct Files {
        var connection: SQLiteConnection?
        var handle: SQLiteFileHandle?
    }

    init(path: String, name: String, handle: SQLiteFileHandle, watch: SQLiteFileWatch) {
        self.path = path
        self.name = name
        self.watch = watch
        files = Mutex(Files(handle: handle))
    }

    /// Starts a pass on a log of `logPages`, unless one runs; true when the writer had better move the rest, which it
    /// then does.
    ///
    /// Throws what the last pass failed with.
    func advance(logPages: Int) throws(StoreError) -> Bool {
        let isLittleLeft = try state.withLock { state throws(StoreError) in
            if let failure = state.failure {
                state.failure = nil
                throw failure
            }
            if state.isRunning { return false }
            let isLittle = state.moved.map { logPages - $0 <= state.littleLeft }
            if isLittle == true {
                state = State()
                return true
            }
            if isLittle == false { state.littleLeft = min(state.littleLeft * 2, Self.mostLeft) }
            state.isRunning = true
            queue.async { self.pass() }
            return false
        }
        return isLittleLeft
    }

    /// Waits for the pass that runs, and closes the connection, then the handle: the store's own must be closed by now.
    ///
    /// `keepsLog`: the log is not moved, for it may not belong to what stands at its path.
    func close(keepsLog: Bool) {
        queue.sync {}
        files.withLock { files in
            files.connection?.keepLogAtClose(keepsLog)
            files.connection = nil
            files.handle = nil
        }
    }

    private func pass() {
        let result = Result { () throws(StoreError) in try move() }
        state.withLock { state in
            state.isRunning = false
            switch result {
            case .success(let moved): state.moved = moved
            case .failure(let failure): state.failure = failure
            }
        }
    }

    private func move() throws(StoreError) -> Int {
        try files.withLock { files throws(StoreError) in
            if files.connection == nil { files.connection = try open() }
            guard let connection = files.connection else { return 0 }
            connection.clearFailure()
            var moved = 0
            for _ in 0..<Self.mostRounds {
                let before = moved
                moved = try connection.checkpoint()
                // SQLite syncs once all of the log is moved: what is on the disk by then the writer need not wait for.
                files.handle?.sync()
                if moved - before <= Self.littleLeft { break }
            }
            return moved
        }
    }

    private func open() throws(StoreError) -> SQLiteConnection {
        // By its path another file would be opened.
        try watch.check()
        let connection = try SQLiteConnection(path: path, name: name, mode: .reader)
        // A connection that has not read yet knows of no log, and would move nothing.
        _ = try connection.integer("PRAGMA user_version")
        return connection
    }
}
