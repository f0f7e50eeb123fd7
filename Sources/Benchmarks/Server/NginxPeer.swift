/// An nginx that answers 200 to everything.
final class NginxPeer {
    /// Where it listens, on this machine.
    let port: Int
    private let process: ChildProcess

    init(in folder: TemporaryFolder) throws {
        let nginx = try Programs.installed("nginx")
        port = try Loopback.freePort()
        let configuration = folder.file("nginx.conf")
        let errors = folder.file("nginx.err")
        try File.write(Array(Self.text(port: port, folder).utf8), to: configuration)
        process = try ChildProcess(nginx, ["-p", folder.path, "-c", configuration, "-e", errors], errors: errors)
        guard Loopback.waitForListener(port: port) else {
            process.stop()
            throw BenchmarkFailure("nginx does not listen:\n\(File.text(of: errors))")
        }
    }

    /// CPU time that its workers have taken so far, seconds.
    var cpuSeconds: Double { ProcessUsage.childrenCPUSeconds(of: process.id) }

    func stop() {
        process.stop()
    }

    private static func text(port: Int, _ folder: TemporaryFolder) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(folder.file("nginx-\($0)"));" }
        return """
            daemon off;
            worker_processes 2;
            pid \(folder.file("nginx.pid"));
            events { worker_connections 1024; }
            http {
                access_log off;
                keepalive_requests 1000000000;
            \(temporary.joined(separator: "\n"))
                server {
                    listen 127.0.0.1:\(port);
                    location / { return 200; }
                }
            }

            """
    }
}
