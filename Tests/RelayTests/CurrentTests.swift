import Dispatch
import Synchronization
import Testing

@testable import Relay

/// A value that is replaced while others read it.
@Suite struct CurrentTests {
    /// Counts how many of its kind live.
    private final class Tracked: Sendable {
        static let living = Atomic(0)
        let number: Int

        init(_ number: Int) {
            self.number = number
            Self.living.add(1, ordering: .relaxed)
        }

        deinit { Self.living.subtract(1, ordering: .relaxed) }
    }

    @Test func `who reads has a whole value, and what nobody has is let go`() {
        let current = Current(Tracked(0))
        let rounds = 2000
        let isDone = Atomic(false)
        let wentBack = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            if thread == 0 {
                for number in 1...rounds { current.replace(with: Tracked(number)) }
                isDone.store(true, ordering: .releasing)
            } else {
                var last = 0
                while !isDone.load(ordering: .acquiring) {
                    let number = current.snapshot.number
                    if number < last { wentBack.add(1, ordering: .relaxed) }
                    last = number
                }
            }
        }
        #expect(wentBack.load(ordering: .relaxed) == 0)
        #expect(current.snapshot.number == rounds)
        #expect(Tracked.living.load(ordering: .relaxed) == 1)
    }

    @Test func `who has an old value keeps it`() {
        let current = Current("old")
        let old = current.snapshot
        current.replace(with: "new")
        #expect(old.value == "old")
        #expect(current.snapshot.value == "new")
    }
}
