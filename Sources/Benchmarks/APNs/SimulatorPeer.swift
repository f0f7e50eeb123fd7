import Crypto
import Glibc
import JSON
import Push

/// The simulator of APNs as it is built, with its keys in the benchmark's folder.
final class SimulatorPeer {
    /// The bundle id of its app.
    let bundleId = "com.example.app"
    /// Where it takes pushes: scheme, host and port.
    let url: String
    /// Whom to trust for it.
    let caFile: String
    /// The configuration of a relay that sends to it.
    let relayFile: String
    /// The team and key ids of provider tokens, and the key's file.
    let teamId = "SIMULATOR1"
    let keyId = "SIMULATED1"
    let keyFile: String
    private let process: ChildProcess
    private let control: Int

    init(in folder: TemporaryFolder) throws {
        let directory = folder.file("apns")
        caFile = "\(directory)/ca.pem"
        relayFile = "\(directory)/relay.json"
        keyFile = "\(directory)/AuthKey_\(keyId).p8"
        let log = folder.file("apns-simulator.log")
        // h2load and aioapns do not wait for the first answer, as APNs wants it.
        process = try ChildProcess(
            Programs.apnsSimulator(),
            [
                "--listen", "127.0.0.1:0", "--control", "127.0.0.1:0", "--directory", directory, "--team", teamId,
                "--key", keyId, "--topic", bundleId, "--first-streams", "1000", "--quiet",
            ], errors: log)
        guard let control = PortInLog.wait(log, behind: "told at"),
            let port = PortInLog.wait(log, behind: "takes pushes at")
        else {
            process.stop()
            throw BenchmarkFailure("apns-simulator does not listen:\n\(File.text(of: log))")
        }
        url = "https://127.0.0.1:\(port)"
        self.control = control
    }

    func stop() {
        process.stop()
    }

    /// The key that it knows.
    func key() throws -> APNsKey {
        try APNsKey(teamId: teamId, keyId: keyId, key: ES256PrivateKey(pem: File.text(of: keyFile)))
    }

    /// CPU time that it has taken so far, seconds.
    var cpuSeconds: Double { ProcessUsage.cpuSeconds(process.id) }

    // MARK: The control port

    /// What it counted.
    func counts() throws -> SimulatorCounts {
        let stats = try get("/stats")
        guard let accepted = stats["accepted"]?.doubleValue, let objections = stats["objections"]?.doubleValue,
            case .object(let answers) = stats["answers"]
        else { throw BenchmarkFailure("apns-simulator's /stats cannot be read") }
        let answered = answers.reduce(0) { $0 + ($1.value.doubleValue ?? 0) }
        return SimulatorCounts(
            accepted: Int(accepted), refused: Int(answered - accepted), objections: Int(objections))
    }

    /// When the last push for a token came, Unix seconds; nil where none did.
    func lastArrival(_ token: String) throws -> Double? {
        try get("/devices/\(token)")["lastPushAt"]?.doubleValue
    }

    /// Waits up to a minute until it has taken so many pushes.
    func waitForPushes(_ count: Int) throws {
        for _ in 0..<Self.patience {
            if try counts().accepted >= count { return }
            usleep(Self.pause)
        }
        throw BenchmarkFailure("of \(count) pushes only \(try counts().accepted) arrive")
    }

    /// Waits up to a minute until no more pushes come.
    func waitUntilQuiet() throws {
        var last = -1
        for _ in 0..<Self.patience {
            let accepted = try counts().accepted
            if accepted == last { return }
            last = accepted
            usleep(Self.pause)
        }
        throw BenchmarkFailure("pushes do not come to an end")
    }

    /// How often it looks, and microseconds between two looks.
    private static let patience = 300
    private static let pause: useconds_t = 200_000

    private func get(_ path: String) throws -> JSONValue {
        // On a connection of its own: one that was idle for long is closed.
        var reader = JSONReader(Array(try EventPoster(port: control).get(path).utf8))
        return try reader.readValue()
    }
}
