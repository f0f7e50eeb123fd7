import Glibc
public import JSON

/// A receiver of webhooks by HTTPS that shares no code with the relay, verifies what it gets, and misbehaves when told.
///
/// It ends with its last reference.
public final class WebhookReceiver {
    /// A receiver that did not come to listen, or a command that it did not take, with what it said.
    public struct Failure: Error { let errors: [String] }

    /// What it does with a request.
    public enum Deed: Sendable {
        /// Answers 200 and a small body, as it does until told otherwise.
        case ok
        /// Answers that status and no body.
        case status(Int, headers: [String: String] = [:])
        /// Reads the request and never answers.
        case hang
        /// Reads the request and resets the connection.
        case reset
        /// Answers half a head and closes the connection as a process that dies does.
        case cut
        /// Answers 200 before it has read the body, and closes the connection.
        case early
    }

    /// The port of 127.0.0.1 that it listens on; it stays the same.
    public let port: Int
    /// Its certificate.
    public let certificate: TestCertificate
    private let secrets: [String]
    private var child: ChildProgram
    private var commands = 0
    private var earlierRequests: [JSONValue] = []

    /// Starts it and waits until it listens. `secrets`: those by which it verifies, each `whsec_…`.
    public init(secrets: [String] = []) throws {
        self.secrets = secrets
        certificate = try TestCertificate.shared
        (child, port) = try Self.launch(port: 0, certificate, secrets)
    }

    /// Its address without a path.
    public var url: String { "https://127.0.0.1:\(port)" }

    private static func launch(
        port: Int, _ certificate: TestCertificate, _ secrets: [String]
    ) throws -> (ChildProgram, Int) {
        let script = "\(Fixtures.folder)/receiver/webhook_receiver.py"
        let arguments = [script, String(port), certificate.certificateFile, certificate.keyFile]
        let child = try ChildProgram(InstalledProgram.path("python3"), arguments + secrets, input: .open)
        let line = child.output.line { _ in true }
        guard let port = line.flatMap({ JSONValue($0).number("/port") }) else {
            child.terminate(SIGKILL)
            throw Failure(errors: child.errors.all())
        }
        return (child, Int(port))
    }

    // MARK: Requests

    /// The requests so far, from all its lives.
    ///
    /// Each has `n`, `connection`, `at`, `method`, `path`, `headers`, `raw`, `body`, `verified` and `answer`, as the
    /// script explains.
    public var requests: [JSONValue] { earlierRequests + Self.requests(child.output.lines) }

    /// The requests so far, once there are so many, or when patience ends: it may answer before its line is read.
    public func requests(atLeast count: Int) -> [JSONValue] {
        _ = TestClock.eventually { requests.count >= count }
        return requests
    }

    /// The first request that `isWanted`, now or when it comes; nil where it does not come in time.
    public func request(
        within seconds: Double = TestClock.patience, where isWanted: (JSONValue) -> Bool = { _ in true }
    ) -> JSONValue? {
        if let request = earlierRequests.first(where: isWanted) { return request }
        let line = child.output.line(within: seconds) { Self.requests([$0]).contains(where: isWanted) }
        return line.map { JSONValue($0) }
    }

    private static func requests(_ lines: [String]) -> [JSONValue] {
        lines.map { JSONValue($0) }.filter { $0["n"] != nil }
    }

    // MARK: Commands

    /// Tells it what to do with requests from now on, and returns when that holds.
    ///
    /// `match`: what members of the body have to be, by name; `data.id` is a member of a member. `path`: what the path
    /// has to be. `times`: how many requests it is for. The newest that fits a request holds for it, but `early` comes
    /// before all others, and knows no body to match.
    public func tell(
        _ deed: Deed, match: [String: String] = [:], path: String? = nil, times: Int? = nil
    ) throws {
        var members = Self.members(deed)
        if !match.isEmpty { members.append(JSONMember(name: "match", value: Self.object(match))) }
        if let path { members.append(JSONMember(name: "path", value: .string(path))) }
        if let times { members.append(JSONMember(name: "times", value: .number(JSONNumber(times)))) }
        try child.send(JSONLines.line(.object(members)))
        commands += 1
        let answer = child.output.line { [commands] in
            let line = JSONValue($0)
            return (line.number("/ok") ?? line.number("/error")) == Double(commands)
        }
        guard let answer, JSONValue(answer)["ok"] != nil else {
            throw Failure(errors: [answer].compactMap(\.self) + child.errors.lines)
        }
    }

    private static func members(_ deed: Deed) -> [JSONMember] {
        switch deed {
        case .ok: [name("ok")]
        case .hang: [name("hang")]
        case .reset: [name("reset")]
        case .cut: [name("cut")]
        case .early: [name("early")]
        case .status(let status, let headers):
            [
                name("status"), JSONMember(name: "status", value: .number(JSONNumber(status))),
                JSONMember(name: "headers", value: object(headers)),
            ]
        }
    }

    private static func name(_ deed: String) -> JSONMember { JSONMember(name: "do", value: .string(deed)) }

    private static func object(_ members: [String: String]) -> JSONValue {
        .object(members.map { JSONMember(name: $0.key, value: .string($0.value)) })
    }

    // MARK: Its lives

    /// Ends it at once: nobody listens on its port.
    public func stop() {
        child.terminate(SIGKILL)
        _ = child.waitForExit()
        _ = child.output.all()
    }

    /// Starts it again on its port, with no memory of what it was told.
    public func start() throws {
        stop()
        earlierRequests += Self.requests(child.output.lines)
        commands = 0
        child = try Self.launch(port: port, certificate, secrets).0
    }
}
