/// The plain libcurl loop, pushing to the same simulator as the relay while that has nothing to do.
struct CLoop {
    private static let window = 50
    private static let singleRequests = 1000

    private let loop: PlainCurlLoop
    private let work: APNsPushes

    init(_ loop: PlainCurlLoop, _ work: APNsPushes) {
        self.loop = loop
        self.work = work
    }

    /// How many pushes it sends in a second, many at a time.
    func rate() throws -> Double {
        try run(requests: APNsPushes.devices, window: Self.window).perSecond
    }

    /// How long a push takes it when it is the only one.
    func latency() throws -> Latency {
        guard let latency = try run(requests: Self.singleRequests, window: 1).latency else {
            throw BenchmarkFailure("PlainCurlLoop told no latency")
        }
        return latency
    }

    private func run(requests: Int, window: Int) throws -> TransportResult {
        let result = try loop.run(try work.load(requests: requests, window: window))
        guard result.failures == 0 else {
            throw BenchmarkFailure("\(result.failures) pushes of the plain libcurl loop were not answered 200")
        }
        return result
    }
}
