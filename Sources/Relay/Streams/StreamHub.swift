import HTTPServer
import Synchronization

/// Tells those who follow activities of each change, once it is committed.
final class StreamHub: Sendable {
    private let table = Mutex(StreamTable<Exchange>())
    private let count = Atomic(0)

    /// Whether anybody reads.
    var isWatched: Bool { count.load(ordering: .relaxed) > 0 }

    /// How many read, and how many were cut so far.
    var counts: StreamCounts { table.withLock { $0.counts } }

    /// Takes a reader in, whom changes are kept for until `catchUp`; nil where its subscriber has too many already.
    func add(_ reader: StreamReader<Exchange>) -> Int? {
        table.withLock { table in
            defer { count.store(table.count, ordering: .relaxed) }
            return table.add(reader)
        }
    }

    /// Forgets a reader.
    func remove(_ number: Int) {
        table.withLock { table in
            table.remove(number)
            count.store(table.count, ordering: .relaxed)
        }
    }

    /// Sends what became of activities. Called by one thread at a time, so that all get it in one order.
    func publish(_ changes: [ActivityChange]) {
        guard !changes.isEmpty else { return }
        change { table in changes.flatMap { table.publish($0) } }
    }

    /// Sends a reader, whose answer has begun, what came meanwhile; from then on changes go to it at once.
    func catchUp(_ number: Int, _ exchange: Exchange, covered: [String: Int64]) {
        while let pieces = nextPieces(number, covered) { Exchange.send(pieces.map { (exchange, $0) }) }
    }

    /// A reader that is at its end, or too far behind, is there no more after this.
    private func nextPieces(_ number: Int, _ covered: [String: Int64]) -> [StreamPiece]? {
        table.withLock { table in
            defer { count.store(table.count, ordering: .relaxed) }
            return table.catchUp(number, covered: covered)
        }
    }

    /// Ends the streams of those who may not read on.
    func check(_ access: AccessControl) {
        change { $0.check(access) }
    }

    private func change(_ body: (inout StreamTable<Exchange>) -> [StreamTable<Exchange>.Piece]) {
        let pieces = table.withLock { table in
            defer { count.store(table.count, ordering: .relaxed) }
            return body(&table)
        }
        Exchange.send(pieces)
    }
}
