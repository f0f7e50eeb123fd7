import TestSupport
import Testing

@testable import Relay

/// Whose turn it is.
@Suite struct FairQueueTests {
    private static func all(_ queue: inout FairQueue<Int, String>) -> [String] {
        var taken: [String] = []
        while let next = queue.takeFirst() {
            taken.append(next)
        }
        return taken
    }

    @Test func `sources are served by turns, each in its order`() {
        var queue = FairQueue<Int, String>()
        for index in 1...4 { queue.append("a\(index)", of: 1) }
        for index in 1...2 { queue.append("b\(index)", of: 2) }
        queue.append("c1", of: 3)
        #expect(Self.all(&queue) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(queue.isEmpty)
        #expect(queue.takeFirst() == nil)
    }

    @Test func `one that comes beside a long line waits for one element of it`() {
        var queue = FairQueue<Int, String>()
        for index in 0..<1000 { queue.append("a\(index)", of: 1) }
        #expect(queue.takeFirst() == "a0")
        queue.append("b", of: 2)
        #expect([queue.takeFirst(), queue.takeFirst()] == ["a1", "b"])
    }

    @Test func `what is not wanted stays where it is, and keeps its turn`() {
        var queue = FairQueue<Int, String>()
        queue.append("a0", of: 1)
        queue.append("b0", of: 2)
        #expect(queue.takeFirst { $0 != "a0" } == nil)
        #expect(Self.all(&queue) == ["a0", "b0"])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `nothing is lost or doubled, and each source's order is kept`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = FairQueue<Int, (source: Int, number: Int)>()
        var next = [Int](repeating: 0, count: 5)
        var taken = [Int](repeating: 0, count: 5)
        for _ in 0..<5000 {
            if Int.random(in: 0..<5, using: &random) < 3 {
                let source = Int.random(in: 0..<5, using: &random)
                queue.append((source, next[source]), of: source)
                next[source] += 1
            } else if let element = queue.takeFirst() {
                #expect(element.number == taken[element.source])
                taken[element.source] += 1
            }
        }
        while let element = queue.takeFirst() { taken[element.source] += 1 }
        #expect(taken == next)
    }
}
