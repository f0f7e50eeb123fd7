import Synchronization
import TestSupport

@testable import HTTPServer

/// A server that gives each body back, up to 4 MiB, and keeps who sent it.
final class ClientServer: Sendable {
    private let handler = EchoHandler()
    private let server: HTTPServer
    private let folder = TemporaryFolder()
    let url: String

    init() throws {
        server = try HTTPServer(loops: 1, handler: handler)
        guard case .tcp(_, let port) = try server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else {
            throw TestServer.NoPort()
        }
        url = "http://127.0.0.1:\(port)/echo"
    }

    deinit { server.shutdown() }

    /// How many bytes the bodies of the requests so far had.
    var bodies: [Int] { handler.requests.map(\.bytes) }

    /// How many connections they came on.
    var connections: Int { Set(handler.requests.map(\.peer)).count }

    /// How many of them came in chunks.
    var chunked: Int { handler.requests.count { $0.isChunked } }

    /// How many of them waited for 100.
    var expecting: Int { handler.requests.count { $0.expects } }

    /// Runs a program to its end with the server's address after its arguments; `script`: a file that it reads.
    func run(
        _ program: String, _ arguments: [String] = [], script: (name: String, text: String)? = nil
    ) throws -> CommandResult {
        let file = script.map { [folder.write($0.name, $0.text)] } ?? []
        return try CommandResult.of(program: program, arguments + file + [url], folder: folder.path)
    }

    /// A file of so many bytes.
    func file(of count: Int) -> String { folder.write("body-\(count)", String(repeating: "b", count: count)) }
}

private final class EchoHandler: RequestHandler {
    struct Taken {
        let peer: String
        let bytes: Int
        let isChunked: Bool
        let expects: Bool
    }

    private let taken = Mutex<[Taken]>([])

    var requests: [Taken] { taken.withLock { $0 } }

    func decide(_ head: RequestHead) -> HeadDecision { .accept(maxBodyBytes: 4 * 1024 * 1024) }

    func handle(_ request: Request, _ exchange: Exchange) {
        let head = request.head
        let taken = Taken(
            peer: "\(head.peer)", bytes: request.body.count, isChunked: head.isChunked, expects: head.expectsContinue)
        self.taken.withLock { $0.append(taken) }
        exchange.respond(Response(status: 200, contentType: "text/plain", body: request.body))
    }

    func roundEnded() {}

    func problem(status: Int, detail: String, to head: RequestHead?) -> Response { Response(status: status) }
}
