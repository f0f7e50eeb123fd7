import Testing

@testable import Relay

/// How much of a flood is logged, and what a request may be called.
@Suite struct LineBudgetTests {
    @Test func `so many lines are taken a second`() {
        var budget = LineBudget()
        let first = (0..<100).map { budget.takes(at: 5 + Double($0) / 1000) }
        #expect(first.count(where: \.self) == LineBudget.most)
        let later = [6.0, 4.0].map { budget.takes(at: $0) }
        #expect(later == [true, true])
    }

    @Test(arguments: [
        ("a", true), ("0f-9_~!", true), (String(repeating: "x", count: 128), true), ("", false), ("a b", false),
        (String(repeating: "x", count: 129), false), ("ä", false), ("a\n", false), ("a\u{7F}", false),
    ])
    func `a request's own id is taken where it is visible and short`(_ id: String, _ isSane: Bool) {
        #expect(RequestIds.isSane(id) == isSane)
    }

    @Test func `new ids differ`() {
        let ids = RequestIds()
        let made = (0..<1000).map { _ in ids.make() } + (0..<10).map { _ in RequestIds().make() }
        #expect(Set(made).count == made.count)
        #expect(made.allSatisfy(RequestIds.isSane))
    }
}
