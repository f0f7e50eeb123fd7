/// What a run of wrk came to.
struct LoadResult {
    let requests: Int
    let seconds: Double
    /// Answers other than 2xx, and connections, reads and writes that failed or took too long.
    let failures: Int
    /// Latencies, µs.
    let p50: Double
    let p99: Double

    /// Reads the line that the script of `LoadGenerator` prints at the end.
    init(_ output: String) throws {
        let line = output.split(separator: "\n").last { $0.hasPrefix("result ") }
        let numbers = line?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
        guard numbers.count == 5, numbers[0] > 0 else { throw BenchmarkFailure("wrk gave no result:\n\(output)") }
        requests = Int(numbers[0])
        seconds = numbers[1] / 1e6
        failures = Int(numbers[2])
        p50 = numbers[3]
        p99 = numbers[4]
    }

    var perSecond: Double { Double(requests) / seconds }
}
