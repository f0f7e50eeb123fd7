import Testing

@testable import Relay

/// How often wrong credentials may be tried.
@Suite struct RefusalCounterTests {
    private func client(_ text: String) throws -> ClientAddress { .ip(try #require(IPAddress(text))) }

    /// Ten refusals at the start.
    private func counter(_ address: ClientAddress, at now: Double = 0) -> RefusalCounter {
        var counter = RefusalCounter()
        for _ in 0..<RefusalCounter.allowed {
            let pause = counter.refuse(address, at: now)
            #expect(pause == nil)
        }
        return counter
    }

    @Test func `after ten in a minute a client waits until the minute is over`() throws {
        let address = try client("192.0.2.1")
        var counter = counter(address)
        let pauses = [0.0, 1, 59.5].map { counter.refuse(address, at: $0) }
        #expect(pauses == [60, 59, 0.5])
        let fresh = counter.refuse(address, at: 60)
        #expect(fresh == nil)
    }

    @Test func `ten spread over two minutes are not ten in one`() throws {
        let address = try client("192.0.2.1")
        var counter = RefusalCounter()
        let pauses = (0..<40).map { counter.refuse(address, at: Double($0) * 7) }
        #expect(pauses.allSatisfy { $0 == nil })
    }

    @Test func `another client is not concerned, but all of an IPv6 network are one`() throws {
        var four = counter(try client("192.0.2.1"))
        let other = four.refuse(try client("192.0.2.2"), at: 1)
        #expect(other == nil)
        let local = four.refuse(.unix, at: 1)
        #expect(local == nil)
        var six = counter(try client("2001:db8:0:1::1"))
        let neighbour = six.refuse(try client("2001:db8:0:1:ffff::2"), at: 0)
        #expect(neighbour == 60)
        let stranger = six.refuse(try client("2001:db8:0:2::1"), at: 0)
        #expect(stranger == nil)
    }

    @Test func `a clock that is set back begins a new minute`() throws {
        let address = try client("192.0.2.1")
        var counter = counter(address, at: 1000)
        let back = counter.refuse(address, at: 10)
        #expect(back == nil)
        for at in [1000.0, 1061, 5000] {
            let later = counter.refuse(address, at: at)
            #expect(later == nil)
        }
    }

    @Test func `no more clients are remembered than it is made for, the oldest goes first`() throws {
        var counter = RefusalCounter(mostClients: 100)
        func address(_ number: Int) -> ClientAddress { .ip(IPAddress(high: UInt64(number), low: 0)) }
        for number in 0..<100 {
            for _ in 0...RefusalCounter.allowed { _ = counter.refuse(address(number), at: 0) }
        }
        #expect(counter.clients == 100)
        let newcomer = counter.refuse(address(100), at: 0)
        #expect(newcomer == nil && counter.clients == 100)
        let (first, last) = (counter.refuse(address(99), at: 0), counter.refuse(address(0), at: 0))
        #expect(last == nil, "the oldest was forgotten")
        #expect(first == 60)
        for number in 0..<10_000 { _ = counter.refuse(address(number), at: Double(number) / 100) }
        #expect(counter.clients <= 100)
        _ = counter.refuse(address(1), at: 1000)
        #expect(counter.clients == 1, "minutes that are over are forgotten")
    }
}
