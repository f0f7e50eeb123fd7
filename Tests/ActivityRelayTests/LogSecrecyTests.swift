import TestSupport
import Testing

/// What the log tells of a busy story, and what it never tells.
@Suite(.timeLimit(.minutes(20))) struct `The log` {
    private static let admin = "admin-SECRET-0123456789abcdef"
    private static let place = "place-of-SECRET-device-long-enough"

    private func relay() throws -> HookedRelay {
        try HookedRelay(
            more: """
                ,"auth":{"tokens":[{"name":"a","secret":{"env":"HOOK_ADMIN"},"scopes":["admin"]}]},
                "log":{"level":"debug"}
                """, environment: ["HOOK_ADMIN": Self.admin])
    }

    /// Events, registrations, refusals, a target that fails and one that is dead.
    private func tell(_ hooked: HookedRelay) throws {
        let headers = [("Authorization", "Bearer \(Self.admin)"), ("X-Request-Id", "request-7")]
        try hooked.relay.event(#"{"conversionId":"gen-1","subscriberId":"u","progress":0.1}"#, headers: headers)
        try hooked.relay.post(
            "/v1/registrations",
            #"{"subscriberId":"u","conversionId":"gen-1","kind":"update","sender":"hook","token":"\#(Self.place)"}"#,
            headers: headers)
        try hooked.relay.post(
            "/v1/registrations", #"{"subscriberId":"u","kind":"start","sender":"hook","token":"\#(Self.place)"}"#,
            headers: headers)
        try hooked.relay.post(
            "/v1/registrations",
            #"{"subscriberId":"u","conversionId":"gen-1","kind":"update","sender":"hook","token":"\#(Self.place) \u0001"}"#,
            headers: headers)
        try hooked.relay.event(#"{"conversionId":"gen-1","progress":7}"#, headers: headers)
        let token = try hooked.relay.post("/v1/subscribers/u/token", "{}", headers: headers).json.text("/token") ?? ""
        #expect(token.count > 16)
        for wrong in ["\(Self.admin)x", String(token.dropLast()) + "SECRET"] {
            #expect(
                try hooked.relay.get("/v1/activities", headers: [("Authorization", "Bearer \(wrong)")]).status == 401)
        }
        try hooked.receiver.tell(.status(500), times: 1)
        try hooked.relay.event(#"{"conversionId":"gen-1","displayStatus":"Mixing"}"#, headers: headers)
        _ = hooked.relay.process.waitForLine { $0.contains("will be repeated") }
    }

    @Test func `holds no secret and no whole token`() throws {
        let hooked = try relay()
        try tell(hooked)
        hooked.relay.stop()
        let lines = hooked.relay.process.errors.all()
        #expect(lines.count > 10)
        for line in lines { #expect(!line.contains("SECRET"), "\(line)") }
        for secret in HookedRelay.secrets { #expect(!lines.contains { $0.contains(secret.dropFirst(8)) }) }
    }

    @Test func `tells with a request's id what belongs to it, and with its activity and sender what belongs to these`()
        throws
    {
        let hooked = try relay()
        try tell(hooked)
        hooked.relay.stop()
        let lines = hooked.relay.process.errors.all()
        let requests = lines.filter { $0.contains("a request was") }
        #expect(requests.count >= 8)
        for line in requests { #expect(line.contains("requestId="), "\(line)") }
        #expect(requests.contains { $0.contains("requestId=request-7") && $0.contains("status=202") })
        let pushes = lines.filter { $0.contains("a push ") }
        #expect(!pushes.isEmpty)
        for line in pushes { #expect(line.contains("conversionId=gen-1") && line.contains("sender=hook"), "\(line)") }
    }

    @Test func `is quiet at info about what goes as it should, and about refusals`() throws {
        let relay = try ServedRelay(configuration: #"{"log":{"level":"info"}}"#)
        for number in 0..<20 { try relay.event(#"{"conversionId":"gen-\#(number)"}"#) }
        for _ in 0..<20 { try relay.event(#"{"conversionId":"gen-1","progress":7}"#) }
        relay.stop()
        let lines = relay.process.errors.all()
        #expect(!lines.contains { $0.contains("a request was") })
    }
}
