import Glibc
import Testing

@testable import HTTPServer

@Suite struct `Activated sockets` {
    static let counts: [(pid: String?, fds: String?, count: Int)] = [
        ("7", "1", 1), ("7", "3", 3), ("7", "0", 0), ("7", nil, 0), (nil, "1", 0), ("8", "1", 0), ("8", "many", 0),
    ]

    @Test(arguments: counts)
    func `are as many as LISTEN_FDS says to LISTEN_PID`(_ row: (pid: String?, fds: String?, count: Int)) throws {
        var environment: [String: String] = [:]
        environment["LISTEN_PID"] = row.pid
        environment["LISTEN_FDS"] = row.fds
        #expect(try ActivatedSocket.count(environment, process: 7) == row.count)
    }

    @Test(arguments: [
        (["LISTEN_PID": "7", "LISTEN_FDS": "many"], "LISTEN_FDS"),
        (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], "LISTEN_FDS"),
        (["LISTEN_PID": "7", "LISTEN_FDS": "1000000"], "LISTEN_FDS"),
        (["LISTEN_PID": "seven", "LISTEN_FDS": "1"], "LISTEN_PID"),
    ])
    func `are refused where the variables make no sense`(_ environment: [String: String], _ name: String) {
        let error = #expect(throws: HTTPServerError.self) {
            try ActivatedSocket.count(environment, process: 7)
        }
        #expect(error?.description.contains(name) == true)
    }

    @Test func `must listen`() throws {
        let unbound = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let error = #expect(throws: HTTPServerError.self) { try ActivatedSocket(unbound) }
        #expect(error?.description.contains("\(unbound)") == true)
        #expect(throws: HTTPServerError.self) { try ActivatedSocket(open("/dev/null", O_RDONLY | O_CLOEXEC)) }
    }

    @Test func `serve, and outlive their first owner`() throws {
        let (descriptors, address) = try Listening.open(.tcp(host: "127.0.0.1", port: 0))
        var socket: ActivatedSocket? = try ActivatedSocket(descriptors[0])
        #expect(socket?.address == address)
        #expect(socket?.isLoopback == true)
        let handler = ConformanceHandler()
        let server = try HTTPServer(loops: 1, handler: handler)
        defer { server.shutdown() }
        if let socket { try server.listen(on: socket) }
        socket = nil
        guard case .tcp(_, let port) = address else { return }
        let client = try TestClient(port: port)
        try client.send(Text.line("GET / HTTP/1.1"))
        #expect(try client.answer().body == "GET / []")
    }

    @Test(arguments: ["0.0.0.0", "127.0.0.1"]) func `know who reaches them`(_ host: String) throws {
        let (descriptors, _) = try Listening.open(.tcp(host: host, port: 0))
        #expect(try ActivatedSocket(descriptors[0]).isLoopback == (host == "127.0.0.1"))
    }

    @Test func `may be in the file system`() throws {
        let path = "/tmp/activated-socket-test-\(getpid()).sock"
        defer { unlink(path) }
        let (descriptors, _) = try Listening.open(.unix(path: path))
        let socket = try ActivatedSocket(descriptors[0])
        #expect(socket.address == .unix(path: path))
        #expect(socket.isLoopback)
    }
}
