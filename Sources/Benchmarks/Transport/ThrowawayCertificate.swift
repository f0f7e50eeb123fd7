/// A certificate for this machine, with its key, signed by itself and made for one run.
struct ThrowawayCertificate {
    /// Files in PEM; who trusts the certificate names it as its authority.
    let certificate: String
    let key: String

    init(in folder: TemporaryFolder) throws {
        certificate = folder.file("certificate.pem")
        key = folder.file("key.pem")
        let errors = folder.file("openssl.err")
        let child = try ChildProcess(
            Programs.installed("openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "1",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                "-keyout", key, "-out", certificate,
            ], errors: errors)
        defer { child.stop() }
        guard (try? child.waitForSuccess()) != nil else {
            throw BenchmarkFailure("openssl made no certificate:\n\(File.text(of: errors))")
        }
    }
}
