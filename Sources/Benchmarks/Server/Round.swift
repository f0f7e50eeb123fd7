/// One turn of nginx and one of the relay under the same load.
struct Round {
    let load: Load
    let nginx: LoadResult
    let relay: LoadResult
    /// CPU time that the relay took for an event, µs.
    let cpuMicroseconds: Double

    /// Loads both, one after the other.
    init(_ load: Load, by generator: LoadGenerator, _ nginx: NginxPeer, _ relay: RelayUnderTest) throws {
        self.load = load
        self.nginx = try generator.run(load, port: nginx.port)
        let before = relay.cpuSeconds
        self.relay = try generator.run(load, port: relay.port)
        cpuMicroseconds = (relay.cpuSeconds - before) / Double(self.relay.requests) * 1e6
        relay.settle()
    }

    /// The relay's rate, of nginx's.
    var ratio: Double { relay.perSecond / nginx.perSecond }

    /// Requests to the relay that were not answered as they should be.
    var failures: Int { relay.failures }
}
