import JSON

extension TransportResult {
    /// Reads the line that a sender of its own process prints at its end; nil of anything else.
    init?(json line: String) {
        var reader = JSONReader(Array(line.utf8))
        guard let value = try? reader.readValue(),
            let requests = value["requests"]?.doubleValue, let failures = value["failures"]?.doubleValue,
            let seconds = value["seconds"]?.doubleValue, let cpuSeconds = value["cpuSeconds"]?.doubleValue,
            let connections = value["connections"]?.doubleValue
        else { return nil }
        self.init(
            requests: Int(requests), failures: Int(failures), seconds: seconds, cpuSeconds: cpuSeconds,
            connections: Int(connections))
        if let p50 = value["p50Milliseconds"]?.doubleValue, let p99 = value["p99Milliseconds"]?.doubleValue {
            latency = Latency(p50: p50 / 1000, p99: p99 / 1000)
        }
    }
}
