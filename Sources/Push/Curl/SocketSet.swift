import CCurl
import Glibc

/// The sockets that a multi handle has open, so that what one round writes to them leaves together.
///
/// libcurl writes an HTTP/2 request in two pieces; corked, those of a whole round leave in as few packets as they fit.
final class SocketSet {
    private var sockets: [Int32] = []
    private var hasOpened = false

    /// Whether no connection is open.
    var isEmpty: Bool { sockets.isEmpty }

    /// Whether a connection was opened since the last question.
    func takeOpened() -> Bool {
        defer { hasOpened = false }
        return hasOpened
    }

    /// Above so many they are left alone: each costs two calls a round, and the round's writes spread over them.
    private static let mostCorked = 4

    /// Runs `body` with the sockets corked.
    func corked(_ body: () -> Void) {
        let corked = sockets.count <= Self.mostCorked ? sockets : []
        for socket in corked { Self.setCork(socket, 1) }
        body()
        // Those that are closed by now are not ours any more.
        for socket in corked where sockets.contains(socket) { Self.setCork(socket, 0) }
    }

    private static func setCork(_ socket: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_CORK, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Makes the handle tell this set of the sockets that are opened for it; the set outlives their connections.
    func follow(_ easy: UnsafeMutableRawPointer) {
        let set = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_sockopt_function(easy) { set, socket, _ in
            guard let set else { return CURL_SOCKOPT_ERROR }
            Unmanaged<SocketSet>.fromOpaque(set).takeUnretainedValue().opened(socket)
            return CURL_SOCKOPT_OK
        }
        ccurl_set_pointer(easy, CURLOPT_SOCKOPTDATA, set)
        ccurl_set_close_socket_function(easy) { set, socket in
            if let set { Unmanaged<SocketSet>.fromOpaque(set).takeUnretainedValue().closed(socket) }
            return close(socket)
        }
        ccurl_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, set)
    }

    private func opened(_ socket: Int32) {
        sockets.append(socket)
        hasOpened = true
        // A peer that is gone without a word is noticed no later than a push would be given up.
        var patience = Self.patience
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience, socklen_t(MemoryLayout<UInt32>.size))
    }

    /// How long what was sent may stay unacknowledged, milliseconds.
    private static let patience: UInt32 = 20_000

    private func closed(_ socket: Int32) {
        sockets.removeAll { $0 == socket }
    }
}
