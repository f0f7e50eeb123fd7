import TestSupport

@testable import HTTPServer

/// An nginx in front of a server, by HTTP/1.1 on connections that it keeps.
final class NginxProxy {
    /// What keeps it from being started; nil where nothing does.
    static let isInstalled = (try? InstalledProgram.path("nginx")) != nil

    /// An nginx that did not come to listen, with what it said.
    struct Failure: Error { let errors: [String] }

    let port: Int
    private let folder = TemporaryFolder()
    private let child: ChildProgram

    /// `passesBodiesOn`: as they come, chunks as chunks; else whole, with their length.
    init(before serverPort: Int, passesBodiesOn: Bool) throws {
        var errors: [String] = []
        for _ in 0..<10 {
            // Free when it is looked for, it may be taken before nginx has it.
            let port = TakenPort().number
            let file = folder.write("nginx.conf", Self.text(port, serverPort, folder, passesBodiesOn))
            let child = try ChildProgram(
                InstalledProgram.path("nginx"), ["-p", folder.path, "-c", file, "-e", folder.path("errors")])
            if Self.isListening(child, port) {
                (self.port, self.child) = (port, child)
                return
            }
            child.terminate(9)
            errors = child.errors.all()
        }
        throw Failure(errors: errors)
    }

    private static func isListening(_ child: ChildProgram, _ port: Int) -> Bool {
        let hasEnded = { child.waitForExit(within: 0) != nil }
        return TestClock.eventually { (try? TestClient(port: port)) != nil || hasEnded() } && !hasEnded()
    }

    private static func text(
        _ port: Int, _ serverPort: Int, _ folder: TemporaryFolder, _ passesBodiesOn: Bool
    ) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(folder.path($0));" }
        return """
            daemon off;
            master_process off;
            pid \(folder.path("nginx.pid"));
            events { worker_connections 256; }
            http {
                access_log off;
                client_header_timeout 1s;
                client_body_timeout 1s;
                merge_slashes off;
            \(temporary.joined(separator: "\n"))
                upstream peer { server 127.0.0.1:\(serverPort); keepalive 4; }
                server {
                    listen 127.0.0.1:\(port);
                    location / {
                        proxy_pass http://peer;
                        proxy_http_version 1.1;
                        proxy_set_header Connection "";
                        proxy_request_buffering \(passesBodiesOn ? "off" : "on");
                    }
                }
            }

            """
    }
}
