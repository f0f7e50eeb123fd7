import Glibc

/// An HTTPS server of another make, nghttpd, that speaks HTTP/2 and answers each `POST` to `/x` with 200.
///
/// It ends with its last reference.
public final class NghttpdReceiver: Sendable {
    /// A server that did not come to listen, with what it said.
    public struct Failure: Error { let errors: [String] }

    /// The port of 127.0.0.1 that it listens on.
    public let port: Int
    /// Its certificate.
    public let certificate: TestCertificate
    private let folder = TemporaryFolder()
    private let child: ChildProgram

    /// Starts it and waits until it listens.
    ///
    /// `isVerbose`: whether it tells of frames.
    public init(isVerbose: Bool = true) throws {
        folder.write("x", "{}")
        certificate = try TestCertificate.shared
        (child, port) = try Self.launch(folder, certificate, isVerbose)
    }

    /// The address that takes a `POST`.
    public var url: String { "https://127.0.0.1:\(port)/x" }

    /// What it tells of its connections, `[id=1] …` of the first, and of their frames.
    public var lines: LineBuffer { child.output }

    /// Stops it where it is: its connections stay open, and nobody answers on them.
    public func pause() { child.terminate(SIGSTOP) }

    /// Lets it go on.
    public func goOn() { child.terminate(SIGCONT) }

    private static func launch(
        _ folder: TemporaryFolder, _ certificate: TestCertificate, _ isVerbose: Bool
    ) throws -> (ChildProgram, Int) {
        var errors: [String] = []
        for _ in 0..<10 {
            // Free when it is looked for, it may be taken before the server has it.
            let port = TakenPort().number
            let options = isVerbose ? ["--verbose"] : []
            let place = ["--address=127.0.0.1", "--htdocs=\(folder.path)", String(port)]
            let child = try ChildProgram(
                InstalledProgram.path("nghttpd"),
                options + place + [certificate.keyFile, certificate.certificateFile])
            if isListening(child, port, isVerbose) { return (child, port) }
            child.terminate(SIGKILL)
            errors = child.errors.all()
        }
        throw Failure(errors: errors)
    }

    /// A talkative one says so, and then counts its connections from the first; of others a connection tells.
    private static func isListening(_ child: ChildProgram, _ port: Int, _ isVerbose: Bool) -> Bool {
        if isVerbose { return child.output.line { $0.contains("listen") } != nil }
        let hasEnded = { child.waitForExit(within: 0) != nil }
        return TestClock.eventually { (try? HTTPClient(port: port)) != nil || hasEnded() } && !hasEnded()
    }
}
