import Testing

@testable import Telemetry

/// Metrics as Prometheus reads them.
@Suite struct MetricTextTests {
    private enum Fruit: Int, MetricLabel {
        case apple, pear
    }

    private func text(_ write: (inout MetricText) -> Void) -> [String] {
        var text = MetricText()
        write(&text)
        #expect(text.bytes.last == UInt8(ascii: "\n"))
        return String(decoding: text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `a metric has its help and type before its samples`() {
        let lines = text { text in
            text.metric("relay_a_total", .counter, "Counts.")
            text.sample(UInt64.max)
            text.metric("relay_b", .gauge, "Is.")
            text.sample(-1)
            text.sample(0.25, ("x", "1"), ("y", "2"))
        }
        #expect(
            lines == [
                "# HELP relay_a_total Counts.", "# TYPE relay_a_total counter", "relay_a_total 18446744073709551615",
                "# HELP relay_b Is.", "# TYPE relay_b gauge", "relay_b -1", #"relay_b{x="1",y="2"} 0.25"#,
            ])
    }

    @Test func `what would end a label or a line is escaped`() {
        let lines = text { text in
            text.metric("a", .gauge, "one\ntwo \\ \"three\"")
            text.sample(1, ("x", "a\\b\"c\nd é"))
        }
        #expect(lines == [#"# HELP a one\ntwo \\ "three""#, "# TYPE a gauge", #"a{x="a\\b\"c\nd é"} 1"#])
    }

    @Test(arguments: [
        (0.5, "0.5"), (1, "1"), (-3, "-3"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (1e-7, "1e-07"),
        (1e300, "1e+300"),
    ])
    func `a number is written as Go reads it`(value: Double, expected: String) {
        #expect(text { $0.sample(value) } == [" \(expected)"])
    }

    @Test func `a histogram's buckets hold those below them too`() {
        let histogram = Histogram(bounds: [0.5, 1])
        for value in [0.25, 0.5, 0.75, 2] { histogram.observe(value) }
        let lines = text { text in
            text.metric("h", .histogram, "H.")
            text.sample(histogram.snapshot, ("s", "log"))
        }
        #expect(
            lines.dropFirst(2) == [
                #"h_bucket{s="log",le="0.5"} 2"#, #"h_bucket{s="log",le="1"} 3"#, #"h_bucket{s="log",le="+Inf"} 4"#,
                #"h_sum{s="log"} 3.5"#, #"h_count{s="log"} 4"#,
            ])
    }

    @Test func `counters of known labels begin at 0 and are told apart`() {
        let counters = LabelledCounters<Fruit>()
        counters[.pear].add(2)
        #expect(counters.counts.map(\.word) == ["apple", "pear"])
        #expect(counters.counts.map(\.count) == [0, 2])
        let grid = CounterGrid<Fruit, Fruit>()
        grid[.pear, .apple].add()
        #expect(
            grid.counts.map { "\($0.row) \($0.column) \($0.count)" }
                == ["apple apple 0", "apple pear 0", "pear apple 1", "pear pear 0"])
    }
}
