import CLinux
import Dispatch
import Glibc
import HTTPServer

/// Readers of a relay's streams, all on one thread, that take the time from a post to each message.
// Sendable: from `begin` to the end of `end` the thread alone touches what changes.
final class StreamReaders: @unchecked Sendable {
    /// How long a message may take, seconds; later ones count as missing.
    private static let patience = 5.0

    /// How long each message took, seconds.
    private(set) var delays: [Double] = []
    private let posts: PostTimes
    private var sockets: [Int32] = []
    private var tails: [[UInt8]] = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
    private let epoll: Epoll
    private let queue = DispatchQueue(label: "stream readers")
    private let ended = DispatchSemaphore(value: 0)

    /// So many, spread over these activities; each was told the current state when this returns.
    init(_ count: Int, of activities: [String], port: Int, _ posts: PostTimes) throws {
        self.posts = posts
        epoll = try Epoll()
        for index in 0..<count {
            let socket = try Self.open(activities[index % activities.count], port: port)
            _ = epoll.add(socket, .read, Ticket(slot: UInt32(index), generation: 0))
            sockets.append(socket)
            tails.append([])
        }
    }

    deinit {
        for socket in sockets { close(socket) }
        buffer.deallocate()
    }

    private static func open(_ activity: String, port: Int) throws -> Int32 {
        let socket = try Loopback.connect(port: port)
        let request = Array("GET /v1/activities/\(activity)/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        guard write(socket, request, request.count) == request.count else {
            throw BenchmarkFailure.system("cannot write to the relay")
        }
        var received: [UInt8] = []
        while !received.ends(with: Array("\n\n\r\n".utf8)) {
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = read(socket, &piece, piece.count)
            guard count > 0 else { throw BenchmarkFailure("the relay streams nothing") }
            received += piece[..<count]
        }
        return socket
    }

    /// Reads from now on.
    func begin() {
        queue.async { [self] in
            let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 512)
            defer { events.deallocate() }
            while goesOn(events) {}
            ended.signal()
        }
    }

    /// Returns when all messages of the posts are read, or some are missing for good.
    func end() {
        ended.wait()
    }

    private func goesOn(_ events: UnsafeMutableBufferPointer<epoll_event>) -> Bool {
        let count = epoll.wait(events, milliseconds: 100)
        let now = Stopwatch.monotonic
        for event in events[..<count] { take(Int(Ticket(bits: event.data.u64).slot), at: now) }
        guard let (last, messages) = posts.end(readers: sockets.count) else { return true }
        return delays.count < messages && now < last + Self.patience
    }

    private func take(_ index: Int, at now: Double) {
        // What was not whole stands before what comes.
        let before = tails[index].count
        buffer.copyBytes(from: tails[index])
        let count = read(sockets[index], buffer.baseAddress.map { $0 + before }, buffer.count - before)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<(before + count)])
        // Of a message the number alone counts: a reader that did more would be measured itself.
        while let start = Self.end(of: "\"trackTitle\":\"", in: rest),
            let length = rest[start...].firstIndex(of: UInt8(ascii: "\"")).map({ $0 - start })
        {
            let number = rest[start..<start + length].reduce(0) { $0 * 10 + Int($1) - 48 }
            if let sentAt = posts.time(of: number) { delays.append(now - sentAt) }
            rest = UnsafeRawBufferPointer(rebasing: rest[(start + length)...])
        }
        tails[index] = Self.end(of: "\n\n\r\n", in: rest) == rest.count ? [] : Array(rest)
    }

    /// Where the first of these texts ends.
    private static func end(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
        let length = text.utf8CodeUnitCount
        guard let start = bytes.baseAddress else { return nil }
        var place = 0
        while place + length <= bytes.count,
            let found = memchr(start + place, Int32(text.utf8Start[0]), bytes.count - place - length + 1)
        {
            place = UnsafeRawPointer(found) - start
            if memcmp(found, text.utf8Start, length) == 0 { return place + length }
            place += 1
        }
        return nil
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
