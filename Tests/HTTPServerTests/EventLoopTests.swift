import Glibc
import Testing

@testable import HTTPServer

/// A loop that does not run by itself: the test says what epoll reports.
@Suite struct `Event loop` {
    @Test func `reads nothing past what it holds when a hang-up is reported`() throws {
        var limits = ServerLimits()
        limits.requestsInFlight = 1
        let handler = ConformanceHandler()
        let loop = try EventLoop(name: "still", limits: limits, handler: handler, counters: ServerCounters())
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
        let peer = FileDescriptor(pair[1])
        loop.adopt(pair[0], PeerAddress(kind: .local))
        let connection = try #require(loop.connections.all.first)
        let text = "\(Text.line("GET /1 HTTP/1.1"))\(Text.line("GET /2 HTTP/1.1"))"
        #expect(write(peer.number, text, text.utf8.count) == text.utf8.count)
        loop.serve(connection, .read)
        #expect(handler.seen == ["GET /1 []"])
        #expect(!connection.held.isEmpty)
        loop.takeMail()
        loop.settle()
        #expect(connection.machine.wantsToRead)
        let more = Text.line("GET /3 HTTP/1.1")
        #expect(write(peer.number, more, more.utf8.count) == more.utf8.count)
        loop.serve(connection, [.read, .hangUp])
        #expect(handler.seen == ["GET /1 []"], "the second comes before the third, or neither comes")
    }
}
