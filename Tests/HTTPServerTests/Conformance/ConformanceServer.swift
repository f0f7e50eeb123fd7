@testable import HTTPServer

/// A server with small limits on a free port of this machine.
final class ConformanceServer: Sendable {
    let handler = ConformanceHandler()
    let server: HTTPServer
    let port: Int

    init() throws {
        server = try HTTPServer(limits: Self.limits, loops: 1, handler: handler)
        guard case .tcp(_, let port) = try server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else {
            throw TestServer.NoPort()
        }
        self.port = port
    }

    deinit { server.shutdown() }

    /// Heads of 1,024 bytes and 20 fields; unwanted bodies of 256 bytes are passed over.
    static var limits: ServerLimits {
        var limits = ServerLimits()
        limits.headBytes = 1024
        limits.headerFields = 20
        limits.skippedBytes = 256
        return limits
    }
}
