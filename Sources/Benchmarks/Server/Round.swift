/// One turn of nginx and one of the relay under the same load.
struct Round {
    let connections: Int
    let nginx: LoadResult
    let relay: LoadResult
    /// CPU time that the relay took for an event, µs.
    let cpuMicroseconds: Double

    /// Loads both, one after the other.
    init(_ load: LoadGenerator, _ nginx: NginxPeer, _ relay: RelayUnderTest, connections: Int, seconds: Int) throws {
        self.connections = connections
        self.nginx = try load.run(port: nginx.port, connections: connections, seconds: seconds)
        let before = relay.cpuSeconds
        self.relay = try load.run(port: relay.port, connections: connections, seconds: seconds)
        cpuMicroseconds = (relay.cpuSeconds - before) / Double(self.relay.requests) * 1e6
        relay.settle()
    }

    /// The relay's rate, of nginx's.
    var ratio: Double { relay.perSecond / nginx.perSecond }

    /// Requests to the relay that were not answered as they should be.
    var failures: Int { relay.failures }
}
