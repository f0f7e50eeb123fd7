/// How long something takes, and how much CPU time.
struct Timing {
    var elapsed = 0.0
    var cpu = 0.0

    /// What one of `count` takes, ns, where this is what all of them take, seconds.
    func nanosecondsEach(of count: Int) -> Timing {
        let scale = 1e9 / Double(count)
        return Timing(elapsed: elapsed * scale, cpu: cpu * scale)
    }

    static func += (sum: inout Timing, timing: Timing) {
        sum.elapsed += timing.elapsed
        sum.cpu += timing.cpu
    }
}
