import Glibc

/// A certificate for servers on this machine, of an authority that is thrown away with the tests.
public struct TestCertificate: Sendable {
    /// An `openssl` that failed, with what it said.
    public struct Failure: Error { let errors: [String] }

    /// The certificate of the authority: who trusts it trusts the server.
    public let caFile: String
    /// The certificate of the server, for `127.0.0.1`, `::1` and `localhost`.
    public let certificateFile: String
    /// The key of the server.
    public let keyFile: String

    /// The one of these tests, made when it is first asked for.
    public static var shared: TestCertificate {
        get throws { try made.get() }
    }

    private static let made = Result { try TestCertificate(in: .untilExit()) }

    private init(in folder: TemporaryFolder) throws {
        caFile = folder.path("authority.pem")
        certificateFile = folder.path("server.pem")
        keyFile = folder.path("server.key")
        folder.write("index.txt", "")
        for name in ["authority", "server"] {
            try Self.openssl(
                folder, "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", "/CN=\(name)", "-keyout", "\(name).key", "-out", "\(name).csr")
        }
        try Self.sign(folder, "authority", by: "-selfsign")
        try Self.sign(folder, "server", by: "-cert", "authority.pem")
    }

    private static func sign(_ folder: TemporaryFolder, _ name: String, by authority: String...) throws {
        let day = 86_400.0
        let arguments = [
            "-batch", "-notext", "-keyfile", "authority.key", "-extensions", "for_\(name)", "-in", "\(name).csr",
            "-out", "\(name).pem", "-startdate", time(TestClock.now - day), "-enddate", time(TestClock.now + 7 * day),
        ]
        try openssl(folder, ["ca"] + arguments + authority)
    }

    /// An instant as certificates have it.
    private static func time(_ instant: Double) -> String {
        var seconds = time_t(instant)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 16)
        let count = strftime(&text, text.count, "%Y%m%d%H%M%SZ", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func openssl(_ folder: TemporaryFolder, _ arguments: String...) throws {
        try openssl(folder, arguments)
    }

    private static func openssl(_ folder: TemporaryFolder, _ arguments: [String]) throws {
        let result = try CommandResult.of(
            program: InstalledProgram.path("openssl"),
            arguments + ["-config", "\(Fixtures.folder)/receiver/certificates.cnf"], folder: folder.path)
        guard result.code == 0 else { throw Failure(errors: result.errors) }
    }
}
