/// The last windows of a soak held against its first ones.
struct SoakVerdict {
    /// From how many seconds on latency, CPU time, rate and the store's size are judged: then each window is as long as the
    /// history's pruning takes to come round.
    static let longRun = 600

    /// Windows in which a relay grows to its size.
    private static let warming = 1
    private static let compared = 3

    /// MB. A hundred bytes of each request are more after a minute at 1,200 a second, two after half an hour.
    private static let mostGrowth = 4.0
    /// The relay cuts its log at 64 MB and some.
    private static let mostLogMegabytes = 80.0
    private static let mostStoreRatio = 1.1
    private static let mostLatencyRatio = 1.5
    private static let mostCPURatio = 1.5
    private static let leastRateRatio = 0.95

    var windows: [SoakWindow]
    /// The highest rate that was found, and the one of the windows, requests a second.
    var highestPerSecond: Double
    var perSecond: Double
    /// How long all took.
    var seconds: Int

    private var first: [SoakWindow] { Array(windows.dropFirst(Self.warming).prefix(Self.compared)) }
    private var last: [SoakWindow] { windows.suffix(Self.compared) }
    private var isLong: Bool { seconds >= Self.longRun }

    /// All that was seen, with its limits.
    func table(pushes: SimulatorCounts, streamsCut: Int, metricsOdd: Int) -> Table {
        var table = Table(
            """
            \(Number.text(Double(seconds))) s; half of the highest rate, which is \(Number.text(highestPerSecond)) \
            requests a second; windows \(last.map(\.number)) of \(windows.count) against \(first.map(\.number))
            """)
        addHoldings(to: &table)
        addSpeed(to: &table)
        let refused = windows.reduce(0) { $0 + $1.refused }
        table.add("requests not answered 2xx", Number.text(Double(refused)), limit: .none(refused))
        table.add("metrics not in order", "\(metricsOdd)", limit: .none(metricsOdd))
        table.add("streams ended by the relay", "\(streamsCut)", limit: .none(streamsCut))
        table.add("pushes taken", Number.text(Double(pushes.accepted)), limit: .atLeast(1, Double(pushes.accepted)))
        table.add("pushes refused", Number.text(Double(pushes.refused)), limit: .none(pushes.refused))
        table.add("objections of devices", Number.text(Double(pushes.objections)), limit: .none(pushes.objections))
        return table
    }

    private func addHoldings(to table: inout Table) {
        let growth = last.map(\.megabytes).median - first.map(\.megabytes).median
        table.add("resident memory at first", Number.text(first.map(\.megabytes).median, digits: 1) + " MB")
        table.add(
            "  growth", Number.text(growth, digits: 1) + " MB", limit: .atMost(Self.mostGrowth, growth, unit: " MB"))
        // Connections come and go: those that are left for good are there at every time.
        let most = first.map(\.mostDescriptors).max() ?? 0
        let more = max(0, (last.map(\.fewestDescriptors).min() ?? 0) - most)
        table.add("descriptors at first, at most", "\(most)")
        table.add("  more, at all times at last", "\(more)", limit: .none(more))
        let log = windows.map(\.logMegabytes).max() ?? .nan
        table.add(
            "write-ahead log, at most", Number.text(log, digits: 1) + " MB",
            limit: .atMost(Self.mostLogMegabytes, log, unit: " MB"))
        let store = (before: first.map(\.storeMegabytes).max() ?? .nan, after: last.map(\.storeMegabytes).max() ?? .nan)
        let ratio = store.after / store.before
        table.add("store at first, at most", Number.text(store.before, digits: 1) + " MB", ratio: 1)
        table.add(
            "  at last", Number.text(store.after, digits: 1) + " MB", ratio: ratio,
            limit: isLong ? .atMost(Self.mostStoreRatio, ratio) : nil)
    }

    private func addSpeed(to table: inout Table) {
        let p99 = (before: first.map(\.waits.p99).median, after: last.map(\.waits.p99).median)
        let ratio = p99.after / p99.before
        table.add("p99 at first", Number.text(p99.before * 1000, digits: 2) + " ms", ratio: 1)
        table.add(
            "  at last", Number.text(p99.after * 1000, digits: 2) + " ms", ratio: ratio,
            limit: isLong ? .atMost(Self.mostLatencyRatio, ratio) : nil)
        let cpu = (before: first.map(\.cpuMicroseconds).median, after: last.map(\.cpuMicroseconds).median)
        table.add("CPU for a request at first", Number.text(cpu.before) + " µs", ratio: 1)
        table.add(
            "  at last", Number.text(cpu.after) + " µs", ratio: cpu.after / cpu.before,
            limit: isLong ? .atMost(Self.mostCPURatio, cpu.after / cpu.before) : nil)
        let rate = last.map(\.perSecond).median
        table.add(
            "answers at last", Number.text(rate) + "/s", ratio: rate / perSecond,
            limit: isLong ? .atLeast(Self.leastRateRatio, rate / perSecond) : nil)
    }
}
