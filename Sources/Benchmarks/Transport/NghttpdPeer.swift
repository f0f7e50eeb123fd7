import Glibc

/// An nghttpd with one thread that answers 200 to a POST, over HTTP/2 and TLS.
final class NghttpdPeer {
    /// What to POST to.
    let url: String
    /// Whom to trust for it.
    let caFile: String
    private let process: ChildProcess

    init(in folder: TemporaryFolder) throws {
        let nghttpd = try Programs.installed("nghttpd", package: "nghttp2-server")
        let certificate = try ThrowawayCertificate(in: folder)
        let port = try Loopback.freePort()
        let errors = folder.file("nghttpd.err")
        process = try ChildProcess(
            nghttpd,
            [
                "-n1", "-a", "127.0.0.1", "-d", try Self.makeRoot(in: folder), String(port), certificate.key,
                certificate.certificate,
            ], errors: errors)
        guard Loopback.waitForListener(port: port) else {
            process.stop()
            throw BenchmarkFailure("nghttpd does not listen:\n\(File.text(of: errors))")
        }
        url = "https://127.0.0.1:\(port)/push"
        caFile = certificate.certificate
    }

    func stop() {
        process.stop()
    }

    /// A folder with the file that is the answer. Were it empty, old versions of libcurl would reset each stream.
    private static func makeRoot(in folder: TemporaryFolder) throws -> String {
        let root = folder.file("nghttpd")
        guard mkdir(root, 0o700) == 0 else { throw BenchmarkFailure.system("cannot make \(root)") }
        try File.write(Array("ok".utf8), to: root + "/push")
        return root
    }
}
