import Glibc

/// One turn of nginx and one of our server under the same load.
struct HTTPRound {
    let nginx: LoadResult
    let ours: LoadResult
    /// CPU time that each took for a request, µs.
    let nginxCPU: Double
    let ourCPU: Double

    /// Loads both, one after the other.
    init(connections: Int, by load: FixedLoad, _ nginx: NginxPeer, _ server: NullServer) throws {
        let seconds = 2
        let nginxBefore = nginx.cpuSeconds
        self.nginx = try load.run(connections: connections, seconds: seconds, port: nginx.port)
        nginxCPU = (nginx.cpuSeconds - nginxBefore) / Double(self.nginx.requests) * 1e6
        let before = ProcessUsage.cpuSeconds(getpid())
        ours = try load.run(connections: connections, seconds: seconds, port: server.port)
        ourCPU = (ProcessUsage.cpuSeconds(getpid()) - before) / Double(ours.requests) * 1e6
    }

    /// Our rate, of nginx's.
    var ratio: Double { ours.perSecond / nginx.perSecond }

    /// Our 99th percentile, of nginx's.
    var p99Ratio: Double { ours.p99 / nginx.p99 }
}
