import Testing

@testable import Telemetry

@Suite struct MetricsTests {
    @Test("counts from several threads are all there")
    func threads() async {
        let counter = Counter()
        let gauge = Gauge()
        let histogram = Histogram(bounds: [1, 2])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<10_000 {
                        counter.add()
                        gauge.add(2)
                        gauge.add(-1)
                        histogram.observe(1.5)
                    }
                }
            }
        }
        #expect(counter.value == 80_000)
        #expect(gauge.value == 80_000)
        #expect(histogram.snapshot == Histogram.Snapshot(bounds: [1, 2], counts: [0, 80_000, 0], sum: 120_000))
    }

    @Test("a counter counts, a gauge is what was set")
    func single() {
        let counter = Counter()
        counter.add()
        counter.add(5)
        #expect(counter.value == 6)
        let gauge = Gauge()
        gauge.set(-3)
        gauge.add(1)
        #expect(gauge.value == -2)
    }

    @Test("a value falls into the first bucket whose bound it does not pass")
    func buckets() {
        let histogram = Histogram(bounds: [10, 1, 1, .nan])
        for value in [-1, 0, 1, 1.1, 10, 10.1, .infinity, .nan] { histogram.observe(value) }
        let snapshot = histogram.snapshot
        #expect(snapshot.bounds == [1, 10])
        #expect(snapshot.counts == [3, 2, 2])
        #expect(snapshot.count == 7)
        #expect(snapshot.sum == .infinity)
        #expect(Histogram(bounds: []).snapshot.counts == [0])
        #expect(Histogram().bounds == Histogram.secondsBounds)
    }
}
