import Testing

@testable import Telemetry

/// W3C Trace Context.
@Suite struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00f067aa0ba902b7"
    private static let whole = "00-\(trace)-\(parent)-01"

    @Test func `a trace is passed on with another parent`() throws {
        let context = try #require(TraceContext(traceparent: Self.whole))
        #expect(context.traceId == Self.trace)
        #expect(context.state == nil)
        #expect(context.parent(of: "0123456789abcdef0123") == "00-\(Self.trace)-0123456789abcdef-01")
    }

    @Test(arguments: [
        "cc-\(trace)-\(parent)-00", "cc-\(trace)-\(parent)-ff-what-will-be", "00-\(trace)-\(parent)-ff",
    ])
    func `is taken`(text: String) {
        #expect(TraceContext(traceparent: text) != nil)
    }

    @Test(arguments: [
        "", "00", "\(whole)-", "\(whole)-more", "ff-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01.more",
        "00-\(trace.uppercased())-\(parent)-01", "00-00000000000000000000000000000000-\(parent)-01",
        "00-\(trace)-0000000000000000-01", "00-\(trace.dropLast())-\(parent)-001", "0x-\(trace)-\(parent)-01",
        "00-\(trace)-\(parent)-0g", "00_\(trace)_\(parent)_01", " \(whole)", "\(whole), \(whole)",
    ])
    func `is left aside`(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test(arguments: [
        ("a=1", "a=1"), ("a=1,b=2", "a=1,b=2"), (" a=1 ,\t, b=x y ", "a=1,b=x y"),
        ("tenant@system=x", "tenant@system=x"), ("0a_-*/=!~", "0a_-*/=!~"),
    ])
    func `a state is passed on`(text: String, expected: String) {
        #expect(TraceContext(traceparent: Self.whole, tracestate: text)?.state == expected)
    }

    @Test(arguments: ["", ",", "a", "=1", "a=", "A=1", "a=1,a=2", "a=1=2", "a=\u{e9}", "_a=1", "a b=1"])
    func `a state that is not valid is left aside, and the trace is not`(text: String) {
        let context = TraceContext(traceparent: Self.whole, tracestate: text)
        #expect(context != nil)
        #expect(context?.state == nil)
    }

    @Test func `a long state is passed on in part, and one of too many members not at all`() {
        let long = (0..<4).map { "k\($0)=" + String(repeating: "v", count: 197) }
        let context = TraceContext(traceparent: Self.whole, tracestate: long.joined(separator: ","))
        #expect(context?.state == long.prefix(2).joined(separator: ","))
        func many(_ count: Int) -> String { (0..<count).map { "k\($0)=v" }.joined(separator: ",") }
        #expect(TraceContext(traceparent: Self.whole, tracestate: many(32))?.state == many(32))
        #expect(TraceContext(traceparent: Self.whole, tracestate: many(33))?.state == nil)
    }
}
