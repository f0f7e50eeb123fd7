import ActivityResolver
import HTTPServer
import Testing

@testable import Relay

/// Who is told what, without sockets: a reader's handle is its name.
@Suite struct `Readers of streams` {
    typealias Table = StreamTable<String>

    private static func change(
        _ id: Int64?, _ conversionId: String = "a", of subscriberId: String? = nil, isLast: Bool = false,
        shows: Bool = true
    ) -> ActivityChange {
        ActivityChange(
            id: id, conversionId: conversionId, subscriberId: subscriberId, phase: isLast ? .completed : .active,
            contentState: shows ? ContentState(status: "s", displayStatus: "S", progress: 0.5) : nil, isLast: isLast)
    }

    private static func reader(
        _ name: String, _ topic: StreamTopic = .activity("a"), of subscriberId: String? = nil, isAllowed: Bool = true
    ) -> StreamReader<String> {
        StreamReader(topic: topic, subscriberId: subscriberId, handle: name, isAllowed: { _ in isAllowed })
    }

    /// Takes in a reader that was told the current state.
    private static func live(_ table: inout Table, _ reader: StreamReader<String>) -> Int {
        let number = table.add(reader) ?? 0
        #expect(table.catchUp(number, covered: [:]) == nil)
        return number
    }

    /// Who gets what: the names, with a stop where a stream ends.
    private static func names(_ pieces: [Table.Piece]) -> [String] {
        pieces.map { name, piece in
            if case .end = piece { name + "." } else { name }
        }.sorted()
    }

    private static func kinds(_ pieces: [StreamPiece]?) -> String? {
        pieces.map { pieces in
            pieces.map { piece in
                if case .end = piece { "." } else { "m" }
            }.joined()
        }
    }

    @Test func `a change goes to those who follow its activity, its subscriber, or all`() {
        var table = Table()
        _ = Self.live(&table, Self.reader("one"))
        _ = Self.live(&table, Self.reader("two"))
        _ = Self.live(&table, Self.reader("other", .activity("b")))
        _ = Self.live(&table, Self.reader("user", .subscriber("u")))
        _ = Self.live(&table, Self.reader("all", .all))
        #expect(Self.names(table.publish(Self.change(1))) == ["all", "one", "two"])
        #expect(Self.names(table.publish(Self.change(2, of: "u"))) == ["all", "one", "two", "user"])
        #expect(Self.names(table.publish(Self.change(3, "b", of: "v"))) == ["all", "other"])
        #expect(Self.names(table.publish(Self.change(4, "c"))) == ["all"])
    }

    @Test func `all readers of a change get the same bytes`() {
        var table = Table()
        for name in ["one", "two"] { _ = Self.live(&table, Self.reader(name)) }
        let chunks = table.publish(Self.change(1)).compactMap { piece -> ObjectIdentifier? in
            if case .chunk(let chunk) = piece.1 { ObjectIdentifier(chunk) } else { nil }
        }
        #expect(chunks.count == 2 && Set(chunks).count == 1)
    }

    @Test func `an end closes the streams of that activity alone`() {
        var table = Table()
        _ = Self.live(&table, Self.reader("one"))
        _ = Self.live(&table, Self.reader("all", .all))
        #expect(Self.names(table.publish(Self.change(1, isLast: true))) == ["all", "one", "one."])
        #expect(Self.names(table.publish(Self.change(2))) == ["all"])
        #expect(table.count == 1)
        // It was forgotten, and showed an end before: nothing to tell.
        _ = Self.live(&table, Self.reader("one"))
        #expect(Self.names(table.publish(Self.change(nil, isLast: true, shows: false))) == ["one."])
    }

    @Test func `with a subscriber's token only what is that subscriber's is told`() {
        var table = Table()
        _ = Self.live(&table, Self.reader("own", of: "u"))
        #expect(table.publish(Self.change(1)).isEmpty)
        #expect(table.publish(Self.change(2, of: "v", isLast: true)).isEmpty)
        #expect(Self.names(table.publish(Self.change(3, of: "u"))) == ["own"])
    }

    @Test func `what comes before the current state was told waits, and what that holds is left out`() {
        var table = Table()
        let number = table.add(Self.reader("one")) ?? 0
        for id in [4, 5, 6] as [Int64] { #expect(table.publish(Self.change(id)).isEmpty) }
        #expect(Self.kinds(table.catchUp(number, covered: ["a": 5, "b": 9])) == "m")
        #expect(table.publish(Self.change(7)).isEmpty, "it is not live before nothing came meanwhile")
        #expect(Self.kinds(table.catchUp(number, covered: ["a": 5])) == "m")
        #expect(table.catchUp(number, covered: ["a": 5]) == nil)
        #expect(Self.names(table.publish(Self.change(8))) == ["one"])
    }

    @Test func `an end that waits closes, and one that was told does not`() {
        var table = Table()
        let first = table.add(Self.reader("one")) ?? 0
        let second = table.add(Self.reader("two")) ?? 0
        _ = table.publish(Self.change(4, isLast: true))
        _ = table.publish(Self.change(5))
        #expect(Self.kinds(table.catchUp(first, covered: ["a": 3])) == "m.")
        #expect(Self.kinds(table.catchUp(second, covered: ["a": 4])) == "m")
        #expect(table.count == 1)
    }

    @Test func `who is told too late has to come back, and so has who waits for what was forgotten`() {
        var table = Table()
        let slow = table.add(Self.reader("slow")) ?? 0
        for id in 1...Int64(Table.longestBacklog + 1) { _ = table.publish(Self.change(id)) }
        let kinds = Self.kinds(table.catchUp(slow, covered: [:]))
        #expect(kinds == String(repeating: "m", count: Table.longestBacklog) + ".")
        let late = table.add(Self.reader("late")) ?? 0
        _ = table.publish(Self.change(nil, isLast: true, shows: false))
        #expect(Self.kinds(table.catchUp(late, covered: [:])) == ".")
        #expect(table.counts == StreamCounts(open: 0, behind: 2))
    }

    @Test func `a subscriber has so many streams, and one that goes makes room`() {
        var table = Table()
        let numbers = (0..<Table.mostOfSubscriber).compactMap { _ in table.add(Self.reader("x", of: "u")) }
        #expect(numbers.count == Table.mostOfSubscriber)
        #expect(table.add(Self.reader("x", .subscriber("u"), of: "u")) == nil)
        #expect(table.add(Self.reader("x", .subscriber("v"), of: "v")) != nil)
        #expect(table.add(Self.reader("x")) != nil)
        table.remove(numbers[3])
        table.remove(numbers[3])
        #expect(table.add(Self.reader("x", of: "u")) != nil)
        #expect(table.add(Self.reader("x", of: "u")) == nil)
    }

    @Test func `who may not read on is ended, once`() {
        var table = Table()
        _ = Self.live(&table, Self.reader("kept"))
        _ = Self.live(&table, Self.reader("gone", isAllowed: false))
        _ = table.add(Self.reader("early", isAllowed: false))
        #expect(Self.names(table.check(AccessControl([]))) == ["early.", "gone."])
        #expect(table.check(AccessControl([])).isEmpty)
        #expect(Self.names(table.publish(Self.change(1))) == ["kept"])
        #expect(table.counts == StreamCounts(open: 1, revoked: 2))
    }

    @Test func `who has read to the end, or has gone, was not cut`() {
        var table = Table()
        _ = Self.live(&table, Self.reader("one"))
        let waiting = table.add(Self.reader("two")) ?? 0
        let gone = Self.live(&table, Self.reader("gone", .all))
        #expect(table.counts == StreamCounts(open: 3))
        _ = table.publish(Self.change(1, isLast: true))
        #expect(Self.kinds(table.catchUp(waiting, covered: [:])) == "m.")
        table.remove(gone)
        #expect(table.counts == StreamCounts())
    }
}
