import Dispatch
import Glibc
import Synchronization

/// Connections that hold much and ask for little.
final class Crowd: Sendable {
    private static let idle = 2000
    private static let dripping = 200
    private static let deaf = 20
    /// How many activities a list has.
    static let listed = 250
    /// How many lists each of those that never read asks for: as many as a connection may have unanswered.
    private static let lists = 16
    /// Between two bytes of any that drip: each sends one in 200 of these, a request in seven seconds; the bound is 10.
    private static let microsecondsBetweenBytes: useconds_t = 1000

    /// What it is.
    static let text = """
        \(Number.text(Double(idle))) idle connections, \(dripping) that send a byte now and then, and \(deaf) that never \
        read
        """

    private let waiting: [Int32]
    private let notReading: [Int32]
    private let isOver = Atomic(false)
    private let lost = Atomic(0)
    private let ended = DispatchSemaphore(value: 0)

    /// Connects them all, and has them drip from now on.
    init(port: Int) throws {
        waiting = try (0..<Self.idle).map { _ in try Loopback.connect(port: port) }
        notReading = try (0..<Self.deaf).map { _ in try Loopback.connect(port: port) }
        let requests = Array(
            String(
                repeating: "GET /v1/activities?limit=\(Self.listed) HTTP/1.1\r\nHost: a\r\n\r\n", count: Self.lists
            ).utf8)
        for socket in notReading where write(socket, requests, requests.count) != requests.count {
            throw BenchmarkFailure.system("cannot write to the relay")
        }
        let sockets = try (0..<Self.dripping).map { _ in try Loopback.connect(port: port) }
        let thread = DispatchQueue(label: "crowd")
        thread.async { [self] in
            drip(sockets.enumerated().map { DrippingClient($1, $0) })
            ended.signal()
        }
    }

    deinit {
        for socket in waiting + notReading { close(socket) }
    }

    /// Ends it; how many of the dripping requests were answered otherwise than 200, or not.
    func end() -> Int {
        isOver.store(true, ordering: .releasing)
        ended.wait()
        return lost.load(ordering: .acquiring)
    }

    private func drip(_ clients: [DrippingClient]) {
        var place = 0
        while !isOver.load(ordering: .acquiring) {
            clients[place].drip()
            place = (place + 1) % clients.count
            usleep(Self.microsecondsBetweenBytes)
        }
        lost.store(clients.count { !$0.isServed }, ordering: .releasing)
    }
}
