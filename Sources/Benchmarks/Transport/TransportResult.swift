/// What a run of a transport came to.
struct TransportResult {
    var requests: Int
    /// Requests not answered 200.
    var failures: Int
    /// From the first request to the last answer, with the connection's making.
    var seconds: Double
    /// CPU time of the sender, user and system.
    var cpuSeconds: Double
    /// How many connections were made.
    var connections: Int
    /// How long a request took, from its start to its answer; nil where nobody looked.
    var latency: Latency?
    /// CPU time of who answered, user and system; nil where nobody looked.
    var peerCPUSeconds: Double?

    var perSecond: Double { Double(requests) / seconds }

    var cpuMicroseconds: Double { cpuSeconds / Double(requests) * 1e6 }

    var peerCPUMicroseconds: Double? { peerCPUSeconds.map { $0 / Double(requests) * 1e6 } }
}
