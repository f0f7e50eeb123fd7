import TestSupport
import Testing

@testable import Storage

/// Where activities were found before.
@Suite struct RowNumbersTests {
    @Test func `a number that was noted is found, and one that was not is not`() {
        var numbers = RowNumbers()
        #expect(numbers.number(of: "gen-1") == nil)
        numbers.note(7, of: "gen-1")
        numbers.note(1 << 47, of: "gen-2")
        #expect(numbers.number(of: "gen-1") == 7)
        #expect(numbers.number(of: "gen-2") == 1 << 47)
        numbers.note(8, of: "gen-1")
        #expect(numbers.number(of: "gen-1") == 8)
    }

    @Test func `a number that has no room is not noted`() {
        var numbers = RowNumbers()
        for number in [-1, 1 << 48, Int64.max] { numbers.note(number, of: "gen-1") }
        #expect(numbers.number(of: "gen-1") == nil)
    }

    @Test func `of very many most are found, each by its own number`() {
        var numbers = RowNumbers()
        let all = 1...Int64(100_000)
        for _ in 1...2 { for number in all { numbers.note(number, of: "gen-\(number)") } }
        let found = all.compactMap { number in numbers.number(of: "gen-\(number)").map { $0 == number } }
        #expect(found.count > 97_000)
        // Another's with the same part of the hash is rare; the row tells.
        #expect(found.filter { !$0 }.count < 100)
    }
}
