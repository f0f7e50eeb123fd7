import Dispatch
import Glibc
import Synchronization

/// A reader of a stream that takes whatever comes, on a thread of its own.
final class StreamDrain: Sendable {
    private let socket: Int32
    private let isEnding = Atomic(false)
    private let wasCut = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Begins to read what is at a path of the server on that port.
    init(_ path: String, port: Int) throws {
        socket = try Loopback.connect(port: port)
        let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
        guard write(socket, request, request.count) == request.count else {
            throw BenchmarkFailure.system("cannot write to the relay")
        }
        let thread = DispatchQueue(label: "stream drain")
        thread.async { [self] in
            drain()
            ended.signal()
        }
    }

    deinit { close(socket) }

    /// Ends it, once; whether the server had done so before, or streamed nothing.
    func end() -> Bool {
        isEnding.store(true, ordering: .releasing)
        shutdown(socket, Int32(SHUT_RDWR))
        ended.wait()
        return wasCut.load(ordering: .acquiring)
    }

    private func drain() {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        let isStream = read(socket, &piece, piece.count) > 0 && piece.starts(with: Array("HTTP/1.1 200".utf8))
        while isStream, read(socket, &piece, piece.count) > 0 {}
        wasCut.store(!isEnding.load(ordering: .acquiring), ordering: .releasing)
    }
}
