import Glibc

@testable import HTTPServer

/// A blocking client on loopback that gives up after ten seconds.
final class TestClient {
    struct Failure: Error { let code: Int32 }
    struct Answer: Equatable {
        var status: Int
        var head: String
        var body: String

        var saysClose: Bool { head.contains("\r\nConnection: close") }
    }

    private var number: Int32
    private var buffer: [UInt8] = []

    convenience init(port: Int) throws {
        try self.init(NameLookup.addresses(host: "127.0.0.1", port: port)[0])
    }

    convenience init(path: String) throws {
        guard let address = SocketAddress(unixPath: path) else { throw Failure(code: ENAMETOOLONG) }
        try self.init(address)
    }

    private init(_ address: SocketAddress) throws {
        number = socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        if address.use({ Glibc.connect(number, $0, $1) }) != 0 {
            let code = errno
            close()
            throw Failure(code: code)
        }
    }

    deinit { close() }

    func close() {
        if number >= 0 { _ = Glibc.close(number) }
        number = -1
    }

    /// Closes with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Shuts the write side.
    func end() { shutdown(number, Int32(SHUT_WR)) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(number, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(code: errno) }
            sent += count
        }
    }

    /// Whether something has come that was not read.
    var hasInput: Bool {
        var byte: UInt8 = 0
        return !buffer.isEmpty || recv(number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) >= 0
    }

    /// Reads more; false at the end.
    private func fill() throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count = recv(number, &piece, piece.count, 0)
        guard count >= 0 else { throw Failure(code: errno) }
        buffer += piece[..<count]
        return count > 0
    }

    /// Reads everything until the server closes.
    func rest() throws -> String {
        while try fill() {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Reads one answer. `isHead`: it has no body whatever its length says.
    func answer(isHead: Bool = false) throws -> Answer {
        let head = try takeHead()
        let lines = head.split(separator: "\r\n")
        let length = lines.first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        let bodyCount = isHead ? 0 : length
        while buffer.count < bodyCount { guard try fill() else { throw Failure(code: 0) } }
        let body = String(decoding: buffer.prefix(bodyCount), as: UTF8.self)
        buffer.removeFirst(bodyCount)
        return Answer(status: Int(lines[0].split(separator: " ")[1]) ?? 0, head: head, body: body)
    }

    /// Reads as many bytes as `text` has, and gives what they are.
    func take(_ text: String) throws -> String {
        let count = text.utf8.count
        while buffer.count < count { guard try fill() else { break } }
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    func takeHead() throws -> String {
        let end: [UInt8] = [13, 10, 13, 10]
        var index = 0
        while true {
            while index + 4 <= buffer.count {
                if Array(buffer[index..<index + 4]) == end {
                    defer { buffer.removeFirst(index + 4) }
                    return String(decoding: buffer[..<(index + 2)], as: UTF8.self)
                }
                index += 1
            }
            guard try fill() else { throw Failure(code: 0) }
        }
    }
}
