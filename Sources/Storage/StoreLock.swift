import Glibc

/// A lock that tells, instead of hanging, when the thread that holds it asks for it again.
///
/// The C mutex is made and destroyed with this object and takes care of the threads itself.
final class StoreLock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
        pthread_mutex_init(mutex, &attributes)
        pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while no other thread does; throws `misuse` from within such a body.
    func holding<Result>(_ body: () throws -> Result) throws -> Result {
        guard pthread_mutex_lock(mutex) == 0 else {
            throw StoreError(.misuse, "The store was called from within one of its own transactions.")
        }
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
