import CLinux
import Glibc
import Synchronization

/// A value that is replaced whole while others read it; who reads never waits.
final class Current<Value: Sendable>: Sendable {
    /// A value as it was at one time.
    @dynamicMemberLookup
    final class Snapshot: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }

        subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
    }

    private let held: Atomic<Unmanaged<Snapshot>>
    // Who is between reading the pointer and holding on to what it points to.
    private let readers = Atomic(0)
    private let replacing = Mutex(())

    /// Begins with this value.
    init(_ value: Value) {
        held = Atomic(Unmanaged.passRetained(Snapshot(value)))
    }

    deinit {
        held.load(ordering: .relaxed).release()
    }

    /// The value of now.
    var snapshot: Snapshot {
        readers.wrappingAdd(1, ordering: .sequentiallyConsistent)
        // Not let go before this reader is counted out.
        let snapshot = held.load(ordering: .sequentiallyConsistent).takeUnretainedValue()
        // To the compiler no atomic operation lets anything go: it could hold on to the snapshot after it.
        clinux_keep_order()
        readers.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        return snapshot
    }

    /// Puts another value in its place; who has the old one keeps it.
    func replace(with value: Value) {
        replacing.withLock { _ in
            let old = held.exchange(
                Unmanaged.passRetained(Snapshot(value)), ordering: .sequentiallyConsistent)
            // Whoever comes now reads the new one; once nobody is reading, nobody is about to hold on to the old one.
            while readers.load(ordering: .sequentiallyConsistent) != 0 { sched_yield() }
            old.release()
        }
    }
}
