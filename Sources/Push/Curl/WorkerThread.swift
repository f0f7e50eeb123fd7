import CLinux
import Glibc

/// A thread of its own for work that waits in a C library.
// Only `pthread_t` is kept, which any thread may join once.
final class WorkerThread: @unchecked Sendable {
    private let thread: pthread_t

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts it. Writing to a peer that is gone does not end the process: SIGPIPE is held back in it.
    ///
    /// `name`: up to 15 bytes, for whoever looks at the process.
    init(name: String, _ run: @escaping @Sendable () -> Void) throws(CurlError) {
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer {
                    var pipe = sigset_t()
                    sigemptyset(&pipe)
                    sigaddset(&pipe, SIGPIPE)
                    pthread_sigmask(SIG_BLOCK, &pipe, nil)
                    Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
                }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw CurlError("cannot start a thread for transfers: \(String(cString: strerror(code)))")
        }
        clinux_name_thread(thread, name)
        self.thread = thread
    }

    /// Returns when it has ended. Called once.
    func join() {
        pthread_join(thread, nil)
    }
}
