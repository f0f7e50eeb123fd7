import Crypto
import Glibc

/// The simulator's directory: its certificate and keys, which are made where they are not there.
struct Workspace: Sendable {
    /// Who may read what is secret: nobody else.
    private static let secretMode: mode_t = 0o600
    private static let openMode: mode_t = 0o644
    /// No file here is longer, bytes.
    private static let largestFile = 64 * 1024

    /// Its path from the root.
    let path: String

    /// The directory of that path, made with all that lead to it.
    init(_ directory: String) throws(SimulatorFailure) {
        try Self.make(directory)
        guard let real = realpath(directory, nil) else { throw Self.failure("use", directory) }
        defer { free(real) }
        path = String(cString: real)
    }

    private static func make(_ directory: String) throws(SimulatorFailure) {
        guard mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT, let slash = directory.lastIndex(of: "/"), slash != directory.startIndex else {
            throw failure("make", directory)
        }
        try make(String(directory[..<slash]))
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure("make", directory) }
    }

    private static func failure(_ verb: String, _ path: String) -> SimulatorFailure {
        SimulatorFailure("cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }

    // MARK: Files

    /// The certificate of the authority that signed the server's.
    var authorityFile: String { "\(path)/ca.pem" }
    /// The server's certificate.
    var certificateFile: String { "\(path)/server.pem" }
    /// The server's key.
    var certificateKeyFile: String { "\(path)/server.key" }
    /// The relay's configuration.
    var relayFile: String { "\(path)/relay.json" }
    /// A key for provider tokens.
    func keyFile(_ keyId: String) -> String { "\(path)/AuthKey_\(keyId).p8" }

    /// The key of that id.
    func providerKey(teamId: String, keyId: String) throws -> ProviderKey {
        let file = keyFile(keyId)
        if let text = try read(file) {
            do {
                return ProviderKey(teamId: teamId, keyId: keyId, key: try ES256PrivateKey(pem: text))
            } catch {
                throw SimulatorFailure("\(file): \(error) Remove it, and a new one is made.")
            }
        }
        let key = try ES256PrivateKey.generate()
        try write(file, try key.pem(), mode: Self.secretMode)
        return ProviderKey(teamId: teamId, keyId: keyId, key: key)
    }

    /// Makes sure of a certificate that is good.
    func prepareCertificate() throws {
        if let authority = try read(authorityFile), let certificate = try read(certificateFile),
            let key = try read(certificateKeyFile),
            ThrowawayCertificate(authority: authority, certificate: certificate, key: key).isUsable
        {
            return
        }
        let made = try ThrowawayCertificate.make()
        try write(authorityFile, made.authority, mode: Self.openMode)
        try write(certificateFile, made.certificate, mode: Self.openMode)
        try write(certificateKeyFile, made.key, mode: Self.secretMode)
    }

    /// Writes the relay's configuration.
    func writeRelayConfiguration(_ text: [UInt8]) throws {
        try write(relayFile, String(decoding: text, as: UTF8.self), mode: Self.openMode)
    }

    /// A file's content; nil where there is none.
    private func read(_ file: String) throws(SimulatorFailure) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("read", file)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.largestFile)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw Self.failure("read", file) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Writes a file beside its place and then puts it there, so that nobody reads half of it.
    private func write(_ file: String, _ text: String, mode: mode_t) throws(SimulatorFailure) {
        let new = file + ".new"
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Self.failure("write", file) }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Self.failure("write", file) }
            rest = rest.dropFirst(count)
        }
        guard rename(new, file) == 0 else { throw Self.failure("write", file) }
    }
}
