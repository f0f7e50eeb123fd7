import Testing

@testable import Push

@Suite struct PeerClockTests {
    private static let now = 1_790_000_000.0

    @Test(arguments: [(60.0, nil), (-60, nil), (60.6, 61), (-61, -61), (3600, 3600)])
    func `a difference of more than a minute is said`(_ ahead: Double, _ said: Int?) {
        var clock = PeerClock()
        #expect(clock.difference(at: Self.now, peerTime: Self.now - ahead) == said)
    }

    @Test func `it is said once in ten minutes, and again after the clock was set back`() {
        var clock = PeerClock()
        let times = [0.0, 1, 599, 600, 601, -5000, -4999]
        let said = times.map { clock.difference(at: Self.now + $0, peerTime: Self.now + $0 - 90) }
        #expect(said == [90, nil, nil, 90, nil, 90, nil])
    }
}
