import Crypto
import Glibc
import JSON
import TestSupport

/// A client that sends and shows single frames of HTTP/2: see `Tests/Fixtures/apns/frames.py`.
final class FrameClient {
    private let child: ChildProgram
    private let token: String

    /// Connects to a simulator. `alpn`: the protocol that it offers; "-" for none.
    init(_ apns: SimulatedAPNs, alpn: String = "h2") throws {
        token = try Self.providerToken(apns)
        let arguments = ["\(Fixtures.folder)/apns/frames.py", String(apns.port), apns.caFile, alpn]
        child = try ChildProgram(InstalledProgram.path("python3"), arguments, input: .open)
    }

    /// A token that a simulator takes.
    static func providerToken(_ apns: SimulatedAPNs, issuedAt: Double = TestClock.now) throws -> String {
        guard let file = fopen(apns.keyFile, "r") else { throw SystemFailure(code: errno) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        let key = try ES256PrivateKey(pem: String(decoding: bytes.prefix(count), as: UTF8.self))
        return try SimulatedLine.token(
            keyId: SimulatedAPNs.keyId, teamId: SimulatedAPNs.teamId, issuedAt: issuedAt, key: key)
    }

    /// A file that could not be read.
    struct SystemFailure: Error { let code: Int32 }

    // MARK: Out

    private func send(_ members: [(String, JSONValue)]) throws {
        try child.send(JSONLines.line(.object(members.map { JSONMember(name: $0.0, value: $0.1) })))
    }

    /// Sends a push on a stream, as `change` makes it; without a body the stream stays open.
    func push(
        _ stream: Int, device: Int = 1, body: String? = SimulatedLine.body(at: TestClock.now),
        _ change: (inout SentPush) -> Void = { _ in }
    ) throws {
        var push = SentPush("bearer \(token)", body ?? "")
        push.path = "/3/device/\(SimulatedAPNs.token(device))"
        push.set("apns-expiration", "0")
        change(&push)
        let fields =
            [(":method", push.method), (":scheme", "https"), (":authority", "127.0.0.1"), (":path", push.path)]
            + push.fields
        let list = fields.map { JSONValue.array([.string($0.0), .string($0.1)]) }
        let members: [(String, JSONValue)] = [
            ("open", .number(JSONNumber(stream))), ("fields", .array(list)),
        ]
        try send(members + (body.map { [("body", .string($0))] } ?? []))
    }

    /// Sends a piece of a body.
    func data(_ stream: Int, _ text: String, ends: Bool) throws {
        try send([("data", .number(JSONNumber(stream))), ("text", .string(text)), ("ends", .bool(ends))])
    }

    /// Resets a stream.
    func reset(_ stream: Int) throws { try send([("reset", .number(JSONNumber(stream)))]) }

    /// Sends bytes as they are.
    func raw(_ hex: String) throws { try send([("raw", .string(hex))]) }

    // MARK: In

    /// The first frame of that type, on that stream, that `isWanted`; nil where it does not come.
    func frame(
        _ type: String, _ stream: Int? = nil, where isWanted: (JSONValue) -> Bool = { _ in true }
    ) -> JSONValue? {
        let line = child.output.line {
            let frame = JSONValue($0)
            return frame.text("/type") == type && (stream == nil || frame.number("/stream") == stream.map(Double.init))
                && isWanted(frame)
        }
        return line.map { JSONValue($0) }
    }

    /// The status of a stream's answer.
    func status(_ stream: Int) -> Int? { frame("HEADERS", stream)?.number("/status").map { Int($0) } }

    /// The frames so far.
    var frames: [JSONValue] { child.output.lines.map { JSONValue($0) } }
}
