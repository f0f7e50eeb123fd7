import Glibc
import Testing

@testable import HTTPServer

/// How many descriptors the process has open.
private func openDescriptors() -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
}

private let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"

private func expectHi(_ client: TestClient) throws {
    let answer = try client.answer()
    precondition(answer.body == "hi", "no answer")
}

/// Each in a process of its own: descriptors are counted by process.
@Suite(.timeLimit(.minutes(20))) struct `Descriptors` {
    @Test func `are back at their number after 2,000 connections, and after the end`() async {
        await #expect(processExitsWith: .success) {
            // The first sources and look-ups open descriptors that Dispatch and libc keep.
            try TestServer().server.shutdown()
            let before = openDescriptors()
            var server: TestServer? = try TestServer(loops: 2)
            let serving = openDescriptors()
            for index in 0..<2000 {
                let client = try TestClient(port: server?.port ?? 0)
                try client.send(request)
                if index % 3 != 0 { try expectHi(client) }
                if index % 5 == 0 { client.reset() }
            }
            precondition(eventually { server?.server.openConnections == 0 }, "connections are left")
            // Not "==": Dispatch may have let go of the first server's own descriptors only since they were counted.
            precondition(eventually { openDescriptors() <= serving }, "connections leak descriptors")
            server = nil
            precondition(eventually { openDescriptors() <= before }, "the server leaks descriptors")
        }
    }

    @Test func `that run out make accepting pause, not end`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = rlim_t(openDescriptors() + 20)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var clients: [TestClient] = []
            while let client = try? server.connect() { clients.append(client) }
            precondition(clients.count > 4, "some could connect")
            // Those that the server could not accept wait in its backlog.
            clients.removeFirst(clients.count - 2)
            for client in clients {
                try client.send(request)
                try expectHi(client)
            }
        }
    }
}
