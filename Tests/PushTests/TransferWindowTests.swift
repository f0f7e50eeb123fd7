import Testing

@testable import Push

/// How many transfers are in flight, and by how many connections.
@Suite struct TransferWindowTests {
    @Test func `a window is as wide as what the peer speaks allows`() {
        var window = TransferWindow(connections: 8, streams: 100, proves: false)
        #expect(window.width == 8)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.width == 100)
        window.answered(isMultiplexed: false, isSuccess: true, madeConnection: true)
        #expect(window.width == 8)
        #expect(TransferWindow(connections: 0, streams: 0, proves: false).width == 1)
        #expect(window.open == 8)
        for second in 0..<100 { check(window.isFull(true, at: Double(second)), is: false) }
    }

    @Test func `a connection begins with one push, until one was taken`() {
        var window = TransferWindow(connections: 8, streams: 50, proves: true)
        #expect(window.width == 1 && window.open == 1)
        // It is there, but has refused what it was sent.
        window.answered(isMultiplexed: true, isSuccess: false, madeConnection: true)
        #expect(window.width == 1)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: false)
        #expect(window.width == 50)
        window.answered(isMultiplexed: true, isSuccess: false, madeConnection: false)
        #expect(window.width == 50)
        // Another one takes its place.
        window.replaced()
        #expect(window.width == 1)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.width == 50)
        window.replaced()
        #expect(window.width == 1)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.width == 50)
        window.rested()
        #expect(window.width == 1)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: false)
        #expect(window.width == 50)
    }

    @Test func `another connection is opened when all streams were in use for a second, and begins with one push`() {
        var window = proven(connections: 3)
        check(window.isFull(true, at: 10), is: false)
        check(window.isFull(true, at: 10.9), is: false)
        check(window.isFull(false, at: 10.95), is: false)
        check(window.isFull(true, at: 11), is: false)
        check(window.isFull(true, at: 11.9), is: false)
        check(window.isFull(true, at: 12), is: true)
        #expect(window.open == 2 && window.width == 51)
        // An answer on the first one says nothing of it, and no third is opened before it is proven.
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: false)
        #expect(window.width == 51)
        check(window.isFull(true, at: 20), is: false)
        check(window.isFull(true, at: 22.9), is: false)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.width == 100)
        check(window.isFull(true, at: 31), is: true)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.open == 3 && window.width == 150)
        check(window.isFull(true, at: 40), is: false)
        check(window.isFull(true, at: 50), is: false)
        #expect(window.open == 3)
    }

    @Test func `a push that hangs as the first of its connection holds up the others for three seconds`() {
        var window = TransferWindow(connections: 3, streams: 50, proves: true)
        check(window.isFull(true, at: 10), is: false)
        check(window.isFull(true, at: 12.9), is: false)
        check(window.isFull(true, at: 13), is: true)
        #expect(window.open == 2 && window.width == 2)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.width == 51)
        // What it hung on is answered in the end.
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        #expect(window.width == 100)
    }

    @Test func `a connection that is not needed for a minute is spared`() {
        var window = proven(connections: 3)
        check(window.isFull(true, at: 0), is: false)
        check(window.isFull(true, at: 1), is: true)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        check(window.isFull(false, at: 2), is: false)
        // Once in between it was.
        check(window.isFull(true, at: 50), is: false)
        check(window.isFull(false, at: 51), is: false)
        check(window.isFull(false, at: 110), is: false)
        check(window.isFull(false, at: 111), is: true)
        #expect(window.open == 1 && window.width == 50)
        check(window.isFull(false, at: 1000), is: false)
    }

    // Changes nothing within the macro, which takes what it looks at as unchanging.
    private func check(_ value: Bool, is expected: Bool) { #expect(value == expected) }

    private func proven(connections: Int) -> TransferWindow {
        var window = TransferWindow(connections: connections, streams: 50, proves: true)
        window.answered(isMultiplexed: true, isSuccess: true, madeConnection: true)
        return window
    }
}
