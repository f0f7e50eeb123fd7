import Glibc
import TestSupport
import Testing

/// A relay under a service manager: sockets that are passed to it, and what it tells.
@Suite(.timeLimit(.minutes(20))) struct `Under a service manager` {
    /// Opens a listening socket, and takes the place of a shell that passes it on.
    private static func passing(_ host: String) throws -> [String] {
        let script = """
            import os, socket, sys
            listener = socket.socket()
            listener.bind(("\(host)", 0))
            listener.listen()
            os.dup2(listener.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
            os.execv(sys.argv[1], sys.argv[1:])
            """
        return [try InstalledProgram.path("python3"), "-c", script]
    }

    @Test func `the passed socket is used instead of 'listen', and said`() throws {
        let taken = TakenPort()
        let relay = try ServedRelay(
            arguments: ["--listen", "127.0.0.1:\(taken.number)", "--store", "sqlite::memory:"],
            under: Self.passing("127.0.0.1"))
        #expect(relay.port != taken.number)
        #expect(relay.process.errors.lines.contains { $0.contains("LISTEN_FDS") })
        #expect(try relay.get("/healthz").status == 200)
        #expect(relay.stop() == 0)
    }

    @Test func `a passed socket that others reach is refused without tokens`() throws {
        let process = try RelayProcess(["--store", "sqlite::memory:"], under: Self.passing("0.0.0.0"))
        #expect(process.waitForExit() == 1)
        #expect(process.errors.all().contains { $0.contains("auth.tokens") })
    }

    @Test func `sockets for another process are left alone`() throws {
        let relay = try ServedRelay(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"])
        #expect(!relay.process.errors.lines.contains { $0.contains("LISTEN_FDS") })
        #expect(try relay.get("/healthz").status == 200)
    }

    @Test func `sockets that are not there are one line and exit code 1`() throws {
        let script = #"LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3</dev/null"#
        let process = try RelayProcess(Array(`Start-up`.anywhere), under: ["/bin/sh", "-c", script, "sh"])
        #expect(process.waitForExit() == 1)
        let errors = process.errors.all()
        #expect(errors.count == 1)
        #expect(errors.first?.contains("descriptor 3") == true, "\(errors)")
    }

    @Test(arguments: [true, false]) func `the manager is told when it serves and when it stops`(_ isAbstract: Bool)
        throws
    {
        let folder = TemporaryFolder()
        let manager = try NotifySocket(isAbstract ? "@\(folder.path)" : folder.path("notify"))
        let relay = try ServedRelay(folder: folder, environment: ["NOTIFY_SOCKET": manager.name])
        #expect(manager.receive() == "READY=1")
        #expect(relay.stop() == 0)
        #expect(manager.receive() == "STOPPING=1")
    }

    @Test(arguments: [true, false])
    func `a reload is told with its time, and its end whatever came of it`(_ isRight: Bool) throws {
        let folder = TemporaryFolder()
        let manager = try NotifySocket(folder.path("notify"))
        let relay = try ServedRelay(
            folder: folder, configuration: "{}", environment: ["NOTIFY_SOCKET": manager.name])
        #expect(manager.receive() == "READY=1")
        folder.write("relay.json", isRight ? #"{"pausedLabel":"Waiting"}"# : "{")
        let before = Self.monotonicMicroseconds
        relay.process.terminate(SIGHUP)
        let lines = try #require(manager.receive()).split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let since = try #require(lines.last?.split(separator: "=").last.flatMap { UInt64($0) })
        #expect(lines.last == "MONOTONIC_USEC=\(since)")
        #expect((before...Self.monotonicMicroseconds).contains(since))
        #expect(manager.receive() == "READY=1")
        #expect(relay.stop() == 0)
        #expect(manager.receive() == "STOPPING=1")
    }

    private static var monotonicMicroseconds: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    @Test func `a manager that is not there is warned of, and the relay goes on`() throws {
        let folder = TemporaryFolder()
        let relay = try ServedRelay(folder: folder, environment: ["NOTIFY_SOCKET": folder.path("nobody")])
        #expect(relay.process.waitForLine { $0.contains("NOTIFY_SOCKET") && $0.contains("nobody") } != nil)
        #expect(try relay.get("/healthz").status == 200)
    }
}

/// The socket that a service manager is told by.
private final class NotifySocket {
    let name: String
    private let descriptor: Int32

    /// Binds it to a path or, after `@`, to an abstract name.
    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: Int(TestClock.patience), tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.utf8.map { $0 == UInt8(ascii: "@") ? 0 : $0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    /// The next message; nil where none comes.
    func receive() -> String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
