import Glibc

/// The file beside the database whose lock says that a relay uses it; let go when this is gone or the process ends.
final class SQLiteLockFile: Sendable {
    private let descriptor: Int32
    /// Which file it is.
    let identity: FileIdentity?

    /// Takes the lock of the database at `path`, or throws `locked` if another relay has it.
    init(database path: String, name: String) throws(StoreError) {
        let lockPath = path + ".lock"
        // Kept through neither exec nor, by this, a child that outlives the relay.
        descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else { throw .cannotOpen(name + ".lock", errno: errno) }
        identity = FileIdentity(of: descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            close(descriptor)
            guard failure == EWOULDBLOCK else { throw .cannotOpen(name + ".lock", errno: failure) }
            throw StoreError(
                .locked, "Another relay holds \(name) (its lock file is \(name).lock); stop it or use another store.")
        }
    }

    deinit {
        // The file stays: if it were removed, two relays could each hold one of that name. A child just forked, which
        // has not run its program yet, has the descriptor too: closing ours alone would leave the lock to it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
