import TestSupport
import Testing

/// OPTIONS (RFC 9110, section 9.3.7).
@Suite(.timeLimit(.minutes(20))) struct `OPTIONS` {
    @Test func `tells what a path takes, and what any path takes`() throws {
        let relay = try ServedRelay()
        let events = try relay.request("OPTIONS", "/v1/events")
        #expect(events.status == 204)
        #expect(events.header("Allow") == "POST, OPTIONS")
        let all = try relay.request("OPTIONS", "*")
        #expect(all.status == 204)
        let methods = Set((all.header("Allow") ?? "").split(separator: ",").map { $0.drop { $0 == " " } })
        #expect(methods == ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
    }
}
