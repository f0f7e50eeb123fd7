import Glibc
import TestSupport
import Testing

@testable import HTTPServer

/// Connections that come and go, as clients and scanners have them.
private enum Churn {
    private static let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"

    /// Opens and drops one, each in one of eight ways.
    static func connection(_ index: Int, port: Int) throws {
        let client = try TestClient(port: port)
        switch index % 8 {
        case 0: client.reset()
        case 1: client.close()
        case 2: try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Le")
        case 3: try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf of it")
        case 4:
            try client.send(request + request)
            client.end()
        case 5: try client.send("nothing that is HTTP\r\n\r\n")
        case 6:
            try client.send(request)
            let answer = try client.answer()
            precondition(answer.body == "hi", "no answer")
        default: try client.send(request + request)
        }
        // Most leave by a reset: what waits on this machine after a close would use up its ports.
        if index % 16 < 12 { client.reset() } else { client.close() }
    }

    static func connections(_ indices: Range<Int>, port: Int) throws {
        for index in indices { try connection(index, port: port) }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Connections that come and go` {
    /// 20,000 of them, or as many as `CHURN_CONNECTIONS` says; in a process of its own, whose descriptors and memory
    /// are counted.
    @Test func `leave no descriptor and no memory behind`() async {
        await #expect(processExitsWith: .success) {
            let count = getenv("CHURN_CONNECTIONS").flatMap { Int(String(cString: $0)) } ?? 20_000
            let server = try TestServer()
            // What the process grows to in use.
            try Churn.connections(0..<4000, port: server.port)
            precondition(eventually { server.server.openConnections == 0 }, "connections are left")
            let before = ProcessFigures(of: getpid())
            try Churn.connections(4000..<count, port: server.port)
            precondition(eventually { server.server.openConnections == 0 }, "connections are left")
            precondition(eventually { server.server.openExchanges == 0 }, "exchanges are left")
            let after = ProcessFigures(of: getpid())
            precondition(after.files.count <= before.files.count, "descriptors are left")
            let growth = after.residentBytes - before.residentBytes
            precondition(growth < 2 * 1024 * 1024, "memory grows by \(growth / 1024) KiB")
            let client = try server.connect()
            try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try client.answer()
            precondition(answer.status == 200, "the server is deaf")
        }
    }
}
