import Storage
import Testing

@testable import Relay

/// Queries of look-ups.
@Suite struct QueryTests {
    @Test(arguments: ["limit=1&limit=2", "phase=active&limit=3&phase=active", "format=text&format=json"])
    func `a parameter that comes twice is refused, in each look-up`(_ query: String) {
        let name = query.prefix { $0 != "=" }
        let problem = Problem(status: 400, detail: "the parameter \"\(name)\" comes more than once")
        #expect(throws: problem) { try ListQuery(query) }
        #expect(throws: problem) { try HistoryQuery(query) }
        #expect(throws: problem) { try AnswerFormat(query: query, accept: nil, of: [.json, .text]) }
    }

    @Test func `a cursor of the list is none of a history, nor the other way`() throws {
        let list = ListQuery.cursor(after: ActivityRow(number: 17, conversionId: "t", startedAt: 1_790_000_000.25))
        let history = HistoryQuery.cursor(after: .init(entry: 17, index: 3))
        #expect(try ListQuery("cursor=\(list)").after?.number == 17)
        #expect(try HistoryQuery("cursor=\(history)").after == .init(entry: 17, index: 3))
        #expect(throws: Problem(status: 400, detail: "this is no cursor of a history")) {
            try HistoryQuery("cursor=\(list)")
        }
        #expect(throws: Problem(status: 400, detail: "this is no cursor of a list")) {
            try ListQuery("cursor=\(history)")
        }
        for text in ["", ".", "1.", "+\(list)", list.uppercased(), "0\(list)", "1.-4", "1.0"] {
            #expect(throws: Problem.self) { try ListQuery("cursor=\(text)") }
        }
        for text in ["", "-", "1-", "-1-2", "1--2", "1-2-3"] {
            #expect(throws: Problem.self) { try HistoryQuery("cursor=\(text)") }
        }
    }
}
