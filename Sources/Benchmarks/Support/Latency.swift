/// How long something takes that is done many times, seconds.
struct Latency {
    /// Half of them take no longer.
    var p50: Double
    /// 99 in 100 of them take no longer.
    var p99: Double

    init(p50: Double, p99: Double) {
        self.p50 = p50
        self.p99 = p99
    }

    /// Of what each of them took; not a number where there is none.
    init(_ all: [Double]) {
        let sorted = all.sorted()
        func value(at share: Double) -> Double {
            sorted.isEmpty ? .nan : sorted[Int(share * Double(sorted.count - 1))]
        }
        self.init(p50: value(at: 0.5), p99: value(at: 0.99))
    }
}
