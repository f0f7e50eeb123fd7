import Glibc
public import JSON

/// An APNs on free ports of 127.0.0.1, with its keys in a temporary folder; it ends with its last reference.
///
/// Who tests with it has the target `APNsSimulator` among its dependencies, so that the program is built.
public final class SimulatedAPNs {
    /// A simulator that did not come to listen, or did not take what it was told, with what it said.
    public struct Failure: Error { let errors: [String] }

    /// The team id of provider tokens.
    public static let teamId = "TEAM123456"
    /// The key id of provider tokens.
    public static let keyId = "KEY1234567"
    /// The app.
    public static let bundleId = "com.example.app"

    /// The process.
    public let process: ChildProgram
    /// The port that pushes go to; it stays the same.
    public let port: Int
    private let control: Int
    private let folder: TemporaryFolder

    /// Starts it and waits until it listens; the last 200 pushes of each token are kept. `arguments`: more options.
    public init(_ arguments: [String] = [], folder: TemporaryFolder = TemporaryFolder()) throws {
        self.folder = folder
        let usual = [
            "--listen", "127.0.0.1:0", "--control", "127.0.0.1:0", "--directory", folder.path("apns"), "--team",
            Self.teamId, "--key", Self.keyId, "--topic", Self.bundleId, "--record", "200",
        ]
        process = try ChildProgram(BuiltProgram.path("apns-simulator"), usual + arguments)
        guard let line = process.waitForLine({ $0.contains("told at http://") }),
            let control = line.split(separator: ":").last.flatMap({ Int($0) }),
            let push = process.errors.lines.first(where: { $0.contains("takes pushes at https://") }),
            let address = push.split(separator: ",").first, let port = address.split(separator: ":").last,
            let port = Int(port)
        else {
            process.terminate(SIGKILL)
            throw Failure(errors: process.errors.all())
        }
        self.control = control
        self.port = port
    }

    /// Its address.
    public var url: String { "https://127.0.0.1:\(port)" }

    /// The certificate to trust.
    public var caFile: String { folder.path("apns/ca.pem") }

    /// The key for provider tokens.
    public var keyFile: String { folder.path("apns/AuthKey_\(Self.keyId).p8") }

    /// A configuration of the relay with a sender `apns` that sends to it.
    public var relayFile: String { folder.path("apns/relay.json") }

    /// A token of a device, 160 digits, different for each number.
    public static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "aaaaaaaa" + String(repeating: "0", count: 152 - digits.count) + digits
    }

    // MARK: The control port

    /// A request to the control port.
    public func request(_ method: String, _ path: String, _ body: String? = nil) throws -> HTTPAnswer {
        try HTTPClient(port: control).request(method, path, body: body.map { Array($0.utf8) })
    }

    private func get(_ path: String) throws -> JSONValue { try request("GET", path).json }

    private func tell(_ method: String, _ path: String, _ body: String? = nil) throws {
        let answer = try request(method, path, body)
        guard answer.status == 204 else { throw Failure(errors: [answer.text]) }
    }

    /// Orders a fault, as JSON: see `apns-simulator --help`.
    public func fault(_ order: String) throws { try tell("POST", "/faults", order) }

    /// Forgets the faults that were ordered.
    public func clearFaults() throws { try tell("DELETE", "/faults") }

    /// Forgets all that came, and the faults.
    public func reset() throws { try tell("POST", "/reset") }

    /// What was counted: `accepted`, `answers` by reason, `objections`, `connectionsOpened`, and so on.
    public func stats() throws -> JSONValue { try get("/stats") }

    /// What the devices object to, in words.
    public func objections() throws -> [String] {
        try get("/objections")["objections"]?.arrayValue?.compactMap { $0.text("/objection") } ?? []
    }

    /// What a device shows: `timestamp`, `event`, `contentState`, `ended`, and so on; null where no push came for it.
    public func device(_ token: String) throws -> JSONValue {
        let answer = try request("GET", "/devices/\(token)")
        return answer.status == 200 ? answer.json : .null
    }

    /// The pushes so far, oldest first, of one token or of all.
    ///
    /// Each has `at`, `connection`, `token`, `apnsId`, `headers`, `timestamp`, `event`, `contentState`, `payload`,
    /// `status` and `answer`.
    public func pushes(_ token: String? = nil) throws -> [JSONValue] {
        try get("/pushes" + (token.map { "?token=\($0)" } ?? ""))["pushes"]?.arrayValue ?? []
    }

    /// The pushes, once there are so many, or when patience ends.
    public func pushes(_ token: String? = nil, atLeast count: Int) throws -> [JSONValue] {
        _ = try TestClock.eventually { try pushes(token).count >= count }
        return try pushes(token)
    }
}
