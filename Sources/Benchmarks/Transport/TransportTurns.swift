/// Senders measured in turns, round by round: a peer, and others that are held against it.
struct TransportTurns {
    private let peer: any TransportUnderTest
    private let others: [any TransportUnderTest]
    private var rounds: [Round] = []

    /// One turn of each.
    private struct Round {
        var peer: TransportResult
        var others: [TransportResult]
    }

    /// Measures so many rounds; `load` makes the load of each turn, `peerCPUSeconds` tells what who answers has taken
    /// so far.
    init(
        peer: any TransportUnderTest, others: [any TransportUnderTest], rounds: Int,
        peerCPUSeconds: (() -> Double)? = nil, load: () throws -> TransportLoad
    ) throws {
        self.peer = peer
        self.others = others
        func turn(_ transport: any TransportUnderTest) throws -> TransportResult {
            let before = peerCPUSeconds?()
            var result = try transport.run(try load())
            if let before, let after = peerCPUSeconds?() { result.peerCPUSeconds = after - before }
            return result
        }
        for _ in 0..<rounds {
            self.rounds.append(Round(peer: try turn(peer), others: try others.map(turn)))
        }
    }

    // MARK: The table

    /// Adds lines for each of them, and one for all failures.
    func addAll(to table: inout Table) {
        add(peer, rounds.map(\.peer), to: &table)
        for (index, other) in others.enumerated() { add(other, rounds.map { $0.others[index] }, to: &table) }
        let failures = rounds.flatMap { [$0.peer] + $0.others }.reduce(0) { $0 + $1.failures }
        table.add("requests not answered 200", Number.text(Double(failures)), limit: .none(failures))
    }

    private func add(_ transport: any TransportUnderTest, _ results: [TransportResult], to table: inout Table) {
        let ratio = ratio(results, \.perSecond)
        table.add(
            transport.name, Number.text(results.map(\.perSecond).median) + "/s", ratio: ratio,
            limit: transport.lowestRatio.map { .atLeast($0, ratio) })
        table.add(
            "  CPU for a request", Self.microseconds(results.map(\.cpuMicroseconds)),
            ratio: self.ratio(results, \.cpuMicroseconds))
        let peerCPU = results.compactMap(\.peerCPUMicroseconds)
        if !peerCPU.isEmpty { table.add("  CPU of who answers it", Self.microseconds(peerCPU)) }
        table.add("  connections", Number.text(results.map { Double($0.connections) }.median))
    }

    private static func microseconds(_ values: [Double]) -> String {
        Number.text(values.median, digits: 1) + " µs"
    }

    /// The median of what each round's value is of the peer's in the same round.
    private func ratio(_ results: [TransportResult], _ value: (TransportResult) -> Double) -> Double {
        zip(results, rounds).map { value($0) / value($1.peer) }.median
    }

    /// The median of what the rate of the other at one place is of that at another place, in the same round.
    func ratio(ofOther one: Int, to other: Int) -> Double {
        rounds.map { $0.others[one].perSecond / $0.others[other].perSecond }.median
    }
}
