import Glibc

/// A client that sends its requests byte by byte.
final class DrippingClient {
    private static let request = Array("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    private static let answer = Array("HTTP/1.1 200".utf8)

    private let socket: Int32
    private var place = 0
    /// Whether all that it asked so far was answered 200.
    private(set) var isServed = true

    /// - Parameters:
    ///   - socket: one that is connected; it is closed with this.
    ///   - index: its number: not all are at the same byte.
    init(_ socket: Int32, _ index: Int) {
        self.socket = socket
        for _ in 0..<index % Self.request.count { drip() }
    }

    deinit { close(socket) }

    /// Sends the next byte. With a request's first one, the answer to that before is to be there.
    func drip() {
        guard isServed else { return }
        if place == Self.request.count {
            isServed = takeAnswer()
            place = 0
        }
        let sent = send(socket, [Self.request[place]], 1, Int32(MSG_NOSIGNAL))
        isServed = isServed && sent == 1
        place += 1
    }

    private func takeAnswer() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &bytes, bytes.count, 0)
        return count > 0 && bytes[..<count].starts(with: Self.answer)
    }
}
