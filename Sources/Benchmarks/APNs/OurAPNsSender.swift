import Push

/// `APNsSender`, in this process, as the relay uses it.
struct OurAPNsSender: TransportUnderTest {
    let name = "APNsSender"
    let lowestRatio: Double? = 0.9
    private let work: APNsPushes

    /// A sender of this work.
    init(_ work: APNsPushes) {
        self.work = work
    }

    func run(_ load: TransportLoad) throws -> TransportResult {
        let pushes = work.pushes(load.requests)
        let sender = work.sender()
        defer {
            sender.stop(within: 0)
            sender.waitUntilStopped()
        }
        let tally = Tally(load.requests)
        var failures = 0
        let timing = try Stopwatch.timing {
            try sender.start { results in
                tally.take(results.count, failures: results.count { $0.outcome != .ok })
            }
            sender.send(pushes)
            failures = tally.wait()
        }
        return TransportResult(
            requests: load.requests, failures: failures, seconds: timing.elapsed, cpuSeconds: timing.cpu,
            connections: sender.connectionsMade)
    }
}
