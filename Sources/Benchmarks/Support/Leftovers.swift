import Dispatch
import Glibc
import Synchronization

/// What a run that is interrupted has to clear away: the processes that it started and its folder.
final class Leftovers: Sendable {
    static let shared = Leftovers()

    private let children = Mutex<Set<pid_t>>([])

    func add(_ child: pid_t) {
        children.withLock { _ = $0.insert(child) }
    }

    func forget(_ child: pid_t) {
        children.withLock { _ = $0.remove(child) }
    }

    func has(_ child: pid_t) -> Bool {
        children.withLock { $0.contains(child) }
    }

    /// From now on a signal that ends this process clears away first. Keep what is returned.
    func clearAwayWhenInterrupted(_ folder: TemporaryFolder) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in
                for child in self.children.withLock({ $0 }) { kill(-child, SIGKILL) }
                folder.remove()
                _exit(128 + number)
            }
            source.activate()
            return source
        }
    }
}
