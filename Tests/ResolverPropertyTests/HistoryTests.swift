import ActivityResolver
import Glibc
import Testing

@testable import Relay

/// What must hold whatever backends send: generated histories, the same in every run.
///
/// `HISTORIES` in the environment says how many, 1,000 where it does not, and `FIRST_HISTORY` from which seed on.
@Suite struct HistoryTests {
    private static let parts = 20
    private static let count = number("HISTORIES") ?? 1000
    private static let first = number("FIRST_HISTORY") ?? 0

    private static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    @Test(arguments: 0..<parts)
    func `whatever happens, each property holds`(_ part: Int) throws {
        let size = (Self.count + UInt64(Self.parts) - 1) / UInt64(Self.parts)
        let from = Self.first + UInt64(part) * size
        for find in try PropertyRunner.firstFind(from..<from + size) { Issue.record(Comment(rawValue: "\(find)")) }
    }

    @Test func `the order of arrival does not change who survives`() throws {
        for seed in Self.first..<Self.first + max(1, Self.count / 10) {
            let arrivals = try Arrivals(seed: seed)
            for history in arrivals.orders {
                let live = try HistoryRun.trace(of: history).moments.last?.activities.values
                    .filter { $0.activity.ending == nil }.map(\.activity.conversionId)
                guard live == [arrivals.survivor] else {
                    Issue.record("seed \(seed): \(live ?? []) live, not \(arrivals.survivor)\n\(history.text)")
                    return
                }
            }
        }
    }
}
