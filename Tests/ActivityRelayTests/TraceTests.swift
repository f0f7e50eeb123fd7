import JSON
import TestSupport
import Testing

/// W3C Trace Context, from a request to the pushes that it leads to.
@Suite(.timeLimit(.minutes(20))) struct `Traces` {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let headers = [
        ("traceparent", "00-\(trace)-00f067aa0ba902b7-01"), ("tracestate", "a=1, b=2"),
    ]

    private func push(_ hooked: HookedRelay, _ id: String) throws -> JSONValue {
        try #require(hooked.receiver.request { $0.text("/body/conversionId") == id })
    }

    @Test func `a push carries the trace of the event that led to it, with a parent of its own`() throws {
        let hooked = try HookedRelay(more: #","log":{"level":"debug"}"#)
        try hooked.relay.event(#"{"conversionId":"traced","progress":0.1}"#, headers: Self.headers)
        let request = try push(hooked, "traced")
        let parts = try #require(request.text("/headers/traceparent")).split(separator: "-")
        #expect(parts.count == 4)
        #expect(parts[0] == "00" && parts[1] == Self.trace && parts[3] == "01")
        #expect(parts[2].count == 16 && parts[2] != "00f067aa0ba902b7")
        #expect(request.text("/headers/tracestate") == "a=1,b=2")
        let line = hooked.relay.process.waitForLine { $0.contains("a request was answered") }
        #expect(line?.contains("trace=\(Self.trace)") == true)
    }

    @Test func `each push of a batch carries the trace of its request, and of no other`() throws {
        let hooked = try HookedRelay()
        try hooked.relay.event(#"[{"conversionId":"a"},{"conversionId":"b"}]"#, headers: Self.headers)
        try hooked.relay.event(#"{"conversionId":"c"}"#)
        for id in ["a", "b"] {
            #expect(try push(hooked, id).text("/headers/traceparent")?.contains(Self.trace) == true)
        }
        #expect(try push(hooked, "c").text("/headers/traceparent") == nil)
    }

    @Test(arguments: ["", "00-\(trace)-00f067aa0ba902b7", "00-\(trace.uppercased())-00f067aa0ba902b7-01"])
    func `one that is not valid is left aside`(parent: String) throws {
        let hooked = try HookedRelay()
        let headers = [("traceparent", parent), ("tracestate", "a=1")]
        #expect(try hooked.relay.event(#"{"conversionId":"a"}"#, headers: headers).status == 202)
        let request = try push(hooked, "a")
        #expect(request.text("/headers/traceparent") == nil)
        #expect(request.text("/headers/tracestate") == nil)
    }
}
