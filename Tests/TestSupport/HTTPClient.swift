import Glibc

/// A blocking HTTP/1.1 client on loopback, one connection each.
public final class HTTPClient {
    /// What came instead of an answer: an `errno`, or 0 for the end of the connection.
    public struct Failure: Error, Equatable {
        /// The `errno`.
        public let code: Int32
    }

    private var descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to a port of 127.0.0.1.
    public init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: Int(TestClock.patience), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = LoopbackAddress.make(port: port)
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if connected != 0 {
            let code = errno
            close()
            throw Failure(code: code)
        }
    }

    deinit { close() }

    /// Closes the connection.
    public func close() {
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Closes the connection with a reset.
    public func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Sends bytes as they are.
    public func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends a request without waiting for its answer.
    public func sendRequest(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) throws {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body { head += "Content-Length: \(body.count)\r\n" }
        try send(Array("\(head)\r\n".utf8) + (body ?? []))
    }

    /// Sends a request and reads its answer; the connection stays open where the server keeps it.
    public func request(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> HTTPAnswer {
        try sendRequest(method, path, headers: headers, body: body)
        return try readAnswer(isHead: method == "HEAD")
    }

    /// Reads an answer. `isHead`: it has no body whatever its length says.
    public func readAnswer(isHead: Bool = false) throws -> HTTPAnswer {
        let lines = try readHead().split(separator: "\r\n")
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: parts[0].lowercased(), value: String(parts.count > 1 ? parts[1].drop { $0 == " " } : "")
            )
        }
        var answer = HTTPAnswer(
            status: lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0, headers: headers, body: [])
        let length = isHead ? 0 : answer.header("content-length").flatMap { Int($0) } ?? 0
        while buffer.count < length { guard try fill() else { throw Failure(code: 0) } }
        answer.body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return answer
    }

    /// Reads the next chunk of a body that comes in chunks; nil at its end. What is no chunk is a failure.
    public func readChunk() throws -> [UInt8]? {
        let line = try readLine()
        guard let length = Int(line, radix: 16) else { throw Failure(code: EBADMSG) }
        while buffer.count < length + 2 { guard try fill() else { throw Failure(code: 0) } }
        let chunk = Array(buffer.prefix(length))
        guard buffer[length..<length + 2].elementsEqual([13, 10]) else { throw Failure(code: EBADMSG) }
        buffer.removeFirst(length + 2)
        return length > 0 ? chunk : nil
    }

    private func readLine() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: buffer[..<max(0, end - 1)], as: UTF8.self)
            }
            guard try fill() else { throw Failure(code: 0) }
        }
    }

    /// Whether something has come that was not read, or the connection has ended; does not wait.
    public var hasInput: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return !buffer.isEmpty || poll(&entry, 1, 0) > 0
    }

    /// Whether the server has closed the connection; waits for it.
    public func isClosedByServer() -> Bool {
        ((try? fill()) ?? false) == false && buffer.isEmpty
    }

    /// Reads more; false at the end.
    private func fill() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count >= 0 else { throw Failure(code: errno) }
        buffer += piece[..<count]
        return count > 0
    }

    private func readHead() throws -> String {
        let end: [UInt8] = [13, 10, 13, 10]
        var index = 0
        while true {
            while index + 4 <= buffer.count {
                if buffer[index..<index + 4].elementsEqual(end) {
                    defer { buffer.removeFirst(index + 4) }
                    return String(decoding: buffer[..<index], as: UTF8.self)
                }
                index += 1
            }
            guard try fill() else { throw Failure(code: 0) }
        }
    }
}
