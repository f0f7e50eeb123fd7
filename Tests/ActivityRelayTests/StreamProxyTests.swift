import Glibc
import JSON
import TestSupport
import Testing

/// Streams through an nginx that is set up as `Config/nginx.conf` says, but for TLS and where things are.
@Suite(
    .enabled(if: (try? InstalledProgram.path("nginx")) != nil, "there is no nginx"), .timeLimit(.minutes(20)))
struct `Streams through nginx` {
    private final class Proxy {
        let port: Int
        private let child: ChildProgram

        init(before relay: ServedRelay) throws {
            let folder = relay.folder
            let source = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
            let text = String(decoding: try Self.read("\(source)/Config/nginx.conf"), as: UTF8.self)
            var errors: [String] = []
            for _ in 0..<10 {
                // Free when it is looked for, it may be taken before nginx has it.
                let port = TakenPort().number
                let file = folder.write("nginx.conf", Self.adapted(text, port, relay.port, folder))
                let child = try ChildProgram(
                    InstalledProgram.path("nginx"), ["-p", folder.path, "-c", file, "-e", folder.path("errors")])
                let hasEnded = { child.waitForExit(within: 0) != nil }
                if TestClock.eventually({ (try? HTTPClient(port: port)) != nil || hasEnded() }), !hasEnded() {
                    (self.port, self.child) = (port, child)
                    return
                }
                child.terminate(SIGKILL)
                errors = child.errors.all()
            }
            throw Failure(errors: errors)
        }

        struct Failure: Error { let errors: [String] }

        private static func read(_ path: String) throws -> [UInt8] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            var bytes = [UInt8](repeating: 0, count: 64 * 1024)
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            guard count > 0 else { throw Failure(errors: ["cannot read \(path)"]) }
            return Array(bytes[..<count])
        }

        private static func adapted(
            _ text: String, _ port: Int, _ relayPort: Int, _ folder: TemporaryFolder
        ) -> String {
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "\($0)_temp_path \(folder.path($0));" }.joined(separator: " ")
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("ssl_") && !$0.contains("access_log") }.joined(separator: "\n")
            return "daemon off; master_process off; pid \(folder.path("nginx.pid"));\n"
                + lines.replacing("http {", with: "http { access_log off; \(paths)")
                .replacing("listen 443 ssl http2;", with: "listen 127.0.0.1:\(port);")
                .replacing("server 127.0.0.1:8080;", with: "server 127.0.0.1:\(relayPort);")
        }
    }

    @Test func `each message comes as it is made, and ends come through both ways`() throws {
        let relay = try ServedRelay()
        let proxy = try Proxy(before: relay)
        let one = try StreamClient(port: proxy.port, "/v1/activities/a/stream")
        let all = try StreamClient(port: proxy.port, "/v1/stream")
        #expect(one.head.status == 200 && one.head.header("Content-Type") == "text/event-stream")
        for step in 1...5 {
            try relay.event(#"{"conversionId":"a","trackTitle":"\#(step)"}"#)
            #expect(try one.next()?.data.text("/contentState/trackTitle") == "\(step)")
            #expect(try all.next()?.data.text("/contentState/trackTitle") == "\(step)")
        }
        try relay.post("/v1/activities/a/end", "")
        #expect(try one.rest().map(\.phase) == ["cancelled"])
        #expect(try all.next()?.phase == "cancelled")
        let back = try StreamClient(port: proxy.port, "/v1/stream", after: all.lastId.map { $0 - 1 })
        #expect(try back.next()?.id == all.lastId)
        #expect(relay.stop() == 0)
        #expect(try all.rest().isEmpty)
    }
}
