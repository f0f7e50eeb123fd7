import Glibc

/// Posts bodies to a server on this machine, one after the other on one connection.
final class EventPoster {
    /// Its socket, to wait for an answer that `readAnswer` then reads.
    let socket: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        socket = try Loopback.connect(port: port)
    }

    deinit {
        close(socket)
    }

    /// Posts a body; gives the answer's status and body.
    func post(
        _ body: [UInt8], type: String, to path: String = "/v1/events"
    ) throws -> (status: Int, body: String) {
        try send(body, type: type, to: path)
        return try readAnswer()
    }

    /// Posts a body and does not wait for the answer, which is to be read before the next one.
    func send(_ body: [UInt8], type: String = "application/json", to path: String = "/v1/events") throws {
        let head = """
            POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(type)\r\n\
            Content-Length: \(body.count)\r\n\r\n
            """
        try write(Array(head.utf8) + body)
    }

    /// Gets what is at a path; gives its body.
    func get(_ path: String) throws -> String {
        try write(Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
        return try readAnswer().body
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(socket, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchmarkFailure.system("cannot write to the server") }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads an answer; gives its status and body.
    func readAnswer() throws -> (status: Int, body: String) {
        let head = try readHead().split(separator: "\r\n")
        let status = head.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        let field = head.first { $0.lowercased().hasPrefix("content-length:") }
        let length = field.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
        guard let status, let length else { throw BenchmarkFailure("the server's answer cannot be read") }
        while received.count < length { try receive() }
        let body = String(decoding: received[..<length], as: UTF8.self)
        received.removeFirst(length)
        return (status, body)
    }

    /// Takes what is received up to the empty line.
    private func readHead() throws -> String {
        let end: [UInt8] = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            for start in searched..<max(searched, received.count - 3) where received[start..<start + 4] == end[...] {
                let head = String(decoding: received[..<start], as: UTF8.self)
                received.removeFirst(start + 4)
                return head
            }
            searched = max(0, received.count - 3)
            try receive()
        }
    }

    private func receive() throws {
        var piece = [UInt8](repeating: 0, count: 256 * 1024)
        let count = read(socket, &piece, piece.count)
        guard count > 0 else { throw BenchmarkFailure("the server closed the connection") }
        received += piece[..<count]
    }
}
