import Dispatch
import Glibc

/// A server on 127.0.0.1 that answers each connection's first bytes with the next of some texts, and closes it.
public final class CannedServer: Sendable {
    private let listening = TakenPort()

    /// The port it listens on.
    public var port: Int { listening.number }

    /// Listens; connections beyond the answers are closed at once.
    public init(_ answers: [String]) {
        // The thread has a descriptor of its own, which ends with the connections.
        let listener = dup(listening.descriptor)
        DispatchQueue(label: "canned-server").async { Self.serve(listener, answers) }
    }

    deinit {
        shutdown(listening.descriptor, Int32(SHUT_RDWR))
    }

    private static func serve(_ listener: Int32, _ answers: [String]) {
        var answers = answers[...]
        while case let connection = accept(listener, nil, nil), connection >= 0 {
            if let answer = answers.popFirst() { self.answer(connection, answer) }
            close(connection)
        }
        close(listener)
    }

    private static func answer(_ connection: Int32, _ answer: String) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        _ = read(connection, &buffer, buffer.count)
        var rest = Array(answer.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}
