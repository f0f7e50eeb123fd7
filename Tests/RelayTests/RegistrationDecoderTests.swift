import JSON
import Push
import Testing

@testable import Relay

/// The body of `POST /v1/registrations`.
@Suite struct RegistrationDecoderTests {
    private let decoder = RegistrationDecoder(senders: EngineFixture.senders)

    private func decode(_ text: String) throws(Problem) -> RegistrationRequest {
        try decoder.decode(Array(text.utf8))
    }

    /// A whole request with one member replaced, or more added.
    private func body(_ replaced: String = "", _ more: String = "") -> String {
        let members = [
            "subscriberId": "\"u\"", "conversionId": "\"t\"", "kind": "\"update\"", "sender": "\"hook\"",
        ]
        var lines = members.filter { $0.key != replaced }.map { "\"\($0.key)\":\($0.value)" }.sorted()
        if !more.isEmpty { lines.append(more) }
        return "{\(lines.joined(separator: ","))}"
    }

    @Test func `a whole request is read, and what is left out has its default`() throws {
        let whole = try decode(
            body("", "\"deviceId\":\"d\",\"token\":\"A\",\"environment\":\"sandbox\",\"attributesType\":\"Track\""))
        #expect(
            whole
                == RegistrationRequest(
                    subscriberId: "u", deviceId: "d", kind: .update, conversionId: "t", sender: "hook",
                    token: .new("A"), environment: .sandbox, attributesType: "Track"))
        let short = try decode(body())
        #expect(short.deviceId == "" && short.token == .absent && short.environment == .production)
        #expect(try decode(body("", "\"token\":null")).token == .optOut)
        #expect(try decode(body("", "\"deviceId\":null")).deviceId == "")
    }

    @Test func `a start token is taken for senders that make cards appear`() throws {
        let request = try decode("{\"subscriberId\":\"u\",\"kind\":\"start\",\"sender\":\"cards\",\"token\":\"S\"}")
        #expect(request.kind == .start && request.conversionId == nil)
    }

    @Test func `a token of hexadecimal digits is kept in lower case, and no other is taken`() throws {
        let decoder = RegistrationDecoder(senders: ["hook": SenderTraits(tokenForm: .hexadecimal)])
        let taken = try decoder.decode(Array(body("", "\"token\":\"00FFaB\"").utf8))
        #expect(taken.token == .new("00ffab"))
        for token in ["phone", "abc", "ab/../cd", String(repeating: "ab", count: 257)] {
            let problem = #expect(throws: Problem.self) {
                try decoder.decode(Array(body("", "\"token\":\"\(token)\"").utf8))
            }
            #expect(problem?.status == 400 && problem?.pointer == "/token")
            #expect(problem?.detail.contains(token) == false)
        }
    }

    @Test(arguments: [
        ("subscriberId", ""), ("kind", ""), ("sender", ""), ("conversionId", ""),
    ])
    func `what is missing is named, by its parent`(_ name: String, _ pointer: String) {
        let problem = #expect(throws: Problem.self) { try decode(body(name)) }
        #expect(problem?.status == 400 && problem?.pointer == pointer)
        #expect(problem?.detail.contains("\"\(name)\"") == true)
    }

    @Test(arguments: [
        ("subscriberId", "7"), ("subscriberId", "\"\(String(repeating: "x", count: 257))\""),
        ("deviceId", "\"\(String(repeating: "x", count: 257))\""), ("deviceId", "[]"),
        ("conversionId", "\"a b\""), ("conversionId", "\"..\""), ("conversionId", "\"\""),
        ("kind", "\"both\""), ("kind", "null"), ("sender", "\"fcm\""), ("sender", "null"),
        ("token", "\"\""), ("token", "\"a b\""), ("token", "7"), ("token", "\"a\\u007f\""),
        ("token", "\"\(String(repeating: "x", count: 4097))\""),
        ("environment", "\"staging\""), ("environment", "null"),
        ("attributesType", "\"\(String(repeating: "x", count: 257))\""), ("attributesType", "{}"),
        ("tokn", "\"A\""),
    ])
    func `a field that is wrong is pointed at`(_ name: String, _ value: String) {
        let problem = #expect(throws: Problem.self) { try decode(body(name, "\"\(name)\":\(value)")) }
        #expect(problem?.status == 400 && problem?.pointer == "/\(name)")
    }

    @Test(arguments: ["subscriberId", "conversionId"])
    func `a name of blanks alone is none`(_ name: String) {
        let problem = #expect(throws: Problem.self) { try decode(body(name, "\"\(name)\":\"  \"")) }
        #expect(problem?.status == 400)
    }

    @Test func `a field that comes twice is pointed at`() {
        let problem = #expect(throws: Problem.self) { try decode(body("", "\"sender\":\"hook\"")) }
        #expect(problem?.pointer == "/sender")
    }

    @Test(arguments: ["log", "hook"])
    func `a start is refused for senders that make no cards appear`(_ sender: String) {
        let problem = #expect(throws: Problem.self) {
            try decode("{\"subscriberId\":\"u\",\"kind\":\"start\",\"sender\":\"\(sender)\",\"token\":\"S\"}")
        }
        #expect(problem?.status == 400 && problem?.pointer == "/kind")
    }

    @Test func `a start token names no activity`() {
        let problem = #expect(throws: Problem.self) {
            try decode("{\"subscriberId\":\"u\",\"kind\":\"start\",\"sender\":\"cards\",\"conversionId\":\"t\"}")
        }
        #expect(problem?.status == 400 && problem?.pointer == "/conversionId")
    }

    @Test(arguments: ["", "[]", "7", "null", "{", "{\"subscriberId\":\"u\"} x"])
    func `what is no request is refused`(_ text: String) {
        #expect(throws: Problem.self) { try decode(text) }
    }

    @Test func `a refusal never repeats a token`() {
        let problem = #expect(throws: Problem.self) { try decode(body("", "\"token\":\"very secret\"")) }
        #expect(problem?.detail.contains("secret") == false)
    }
}
