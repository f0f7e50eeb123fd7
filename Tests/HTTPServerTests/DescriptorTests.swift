import Dispatch
import Glibc
import Testing

@testable import HTTPServer

/// How many descriptors the process has open of the kinds that a server opens: others come and go with a sanitizer or libc.
private func openDescriptors() -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while let entry = readdir(directory) {
        let isServers = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 256) { isOfServer(String(cString: $0)) }
        }
        if isServers { count += 1 }
    }
    return count
}

/// Whether a descriptor is a socket, or one of an epoll set, a timer or an event.
private func isOfServer(_ number: String) -> Bool {
    var target = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/self/fd/\(number)", &target, target.count)
    let kind = String(decoding: target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return kind.hasPrefix("socket:") || kind.hasPrefix("anon_inode:")
}

/// Lets Dispatch open what it keeps for itself: an epoll set, and a timer for each clock.
private func wakeDispatch() {
    let fired = DispatchGroup()
    for _ in 1...2 { fired.enter() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.001) { fired.leave() }
    DispatchQueue.global().asyncAfter(wallDeadline: .now() + 0.001) { fired.leave() }
    fired.wait()
}

/// Ends the process with a code of its own where something does not hold: nobody sees what such a process writes.
private func check(_ holds: Bool, orExitWith code: Int32) {
    if !holds { exit(code) }
}

private let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"

private func expectHi(_ client: TestClient) throws {
    let answer = try client.answer()
    check(answer.body == "hi", orExitWith: 13)
}

/// Each in a process of its own: descriptors are counted by process.
@Suite(.timeLimit(.minutes(20))) struct `Descriptors` {
    @Test func `are back at their number after 2,000 connections, and after the end`() async {
        await #expect(processExitsWith: .success) {
            wakeDispatch()
            try TestServer().server.shutdown()
            let before = openDescriptors()
            var server: TestServer? = try TestServer(loops: 2)
            let serving = openDescriptors()
            check(serving > before, orExitWith: 15)
            for index in 0..<2000 {
                let client = try TestClient(port: server?.port ?? 0)
                try client.send(request)
                if index % 3 != 0 { try expectHi(client) }
                if index % 5 == 0 { client.reset() }
            }
            check(eventually { server?.server.openConnections == 0 }, orExitWith: 10)
            // Not "==": the first server's own may have been let go of only since they were counted.
            check(eventually { openDescriptors() <= serving }, orExitWith: 11)
            server = nil
            check(eventually { openDescriptors() <= before }, orExitWith: 12)
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
            check(clients.count > 4, orExitWith: 14)
            // Those that the server could not accept wait in its backlog.
            clients.removeFirst(clients.count - 2)
            for client in clients {
                try client.send(request)
                try expectHi(client)
            }
        }
    }
}
