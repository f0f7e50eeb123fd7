import JSON
import TestSupport
import Testing

/// Requests that are refused: each with its status and place, and nothing comes of it.
@Suite(.timeLimit(.minutes(20))) struct `Bad input` {
    /// A body that is no event, and where the fault is said to be.
    struct Body: Sendable {
        var bytes: [UInt8]
        /// The problem's pointer.
        var pointer: String
        /// What the detail says.
        var says: String

        init(_ text: String, _ pointer: String, says: String = "") {
            self.init(bytes: Array(text.utf8), pointer, says: says)
        }

        init(bytes: [UInt8], _ pointer: String, says: String = "") {
            self.bytes = bytes
            self.pointer = pointer
            self.says = says
        }

        /// An event with one member besides its conversionId, whose fault is at that member.
        static func field(_ name: String, _ value: String, at place: String? = nil, says: String = "") -> Body {
            Body(#"{"conversionId":"a","\#(name)":\#(value)}"#, place ?? "/\(name)", says: says)
        }

        var text: String { String(decoding: bytes.prefix(200), as: UTF8.self) }
    }

    static let noEvents = [
        Body("", "", says: "the body is empty"), Body(" \r\n\t", "", says: "the body is empty"), Body("nonsense", ""),
        Body("{", ""), Body(#"{"conversionId":"a""#, ""),
        Body(#"{"conversionId":"a"} x"#, ""), Body(#"{"conversionId":"a"}{"conversionId":"b"}"#, ""),
        Body(#"{'conversionId':'a'}"#, ""), Body("{conversionId:\"a\"}", ""), Body("null", ""), Body("42", ""),
        Body(#""a""#, ""), Body("true", ""), Body("{}", "", says: "conversionId"),
        Body(#"{"type":"start"}"#, "", says: "conversionId"), Body("[", "/0"), Body("[{}", ""),
        Body(bytes: [0xEF, 0xBB, 0xBF] + Array(#"{"conversionId":"a"}"#.utf8), ""),
        Body(
            bytes: Array(#"{"conversionId":"a","trackTitle":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8), "/trackTitle"
        ),
        Body(
            bytes: Array(#"{"conversionId":"a","trackTitle":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
            "/trackTitle"),
        Body(bytes: Array(#"{"conversionId":"a","trackTitle":""#.utf8) + [0x00] + Array(#""}"#.utf8), "/trackTitle"),
        Body(bytes: Array(#"{"conversionId":"a"}"#.utf8) + [0x00], ""),
        Body(bytes: Array("{\"conversionId\":\"a\"}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), ""),
    ]

    static let names = [
        Body.field("progres", "0.5", says: "progress"), .field("Progress", "0.5"), .field("", "1", at: "/"),
        .field("a/b~c", "1", at: "/a~1b~0c"),
        Body(#"{"conversionId":"a","progress":0.1,"progress":0.2}"#, "/progress"),
        Body(#"{"conversionId":"a","conversionId":"a"}"#, "/conversionId"),
        Body(#"{"conversionId":"a","progress":0.1,"\u0070rogress":0.2}"#, "/progress"),
        .field("timer", #"{"mode":"countUp","from":1,"speed":2}"#, at: "/timer/speed"),
        .field("timer", #"{"mode":"countUp","from":1,"from":2}"#, at: "/timer/from"),
        .field("alert", #"{"title":"a","text":"b"}"#, at: "/alert/text"),
        .field("boundary", #"{"at":1790000000,"text":"b"}"#, at: "/boundary/text"),
        .field("boundary", #"{"at":1790000000,"progress":0.5}"#, at: "/boundary/progress"),
        .field("boundary", #"{"at":1790000000,"conversionId":"b"}"#, at: "/boundary/conversionId"),
        .field("boundary", #"{"at":1790000000,"alert":{"title":"a","text":"b"}}"#, at: "/boundary/alert/text"),
        .field("extra", #"{"k":1,"k":2}"#, at: "/extra/k"),
    ]

    static let conversionIds = [
        "1", "null", "{}", #""""#, #"".""#, #""..""#, #""a b""#, #""a/b""#, #""ä""#, #""a\n""#, #""a%20b""#,
        "\"\(String(repeating: "a", count: 129))\"",
    ].map { Body(#"{"conversionId":\#($0)}"#, "/conversionId") }

    static let types = [
        Body.field("subscriberId", "5"), .field("subscriberId", "[]"), .field("eventId", "5"),
        .field("eventId", "true"),
        .field("type", "5"), .field("type", #""begin""#), .field("type", #""strat""#, says: "start"),
        .field("type", #""Start""#), .field("type", #""""#),
        .field("occurredAt", "true"), .field("occurredAt", #""yesterday""#), .field("occurredAt", #""1790000000""#),
        .field("occurredAt", #""2026-02-30T00:00:00Z""#), .field("occurredAt", #""2026-09-21T14:13:20""#),
        .field("occurredAt", "-1"), .field("startedAt", "[]"), .field("startedAt", "-0.5"),
        .field("sequence", #""1""#), .field("sequence", "1.5"), .field("sequence", "9007199254740992"),
        .field("sequence", "-9007199254740992"), .field("sequence", "1e300"),
        .field("attempt", "0"), .field("attempt", "-1"), .field("attempt", #""1""#), .field("attempt", "1.5"),
        .field("status", "5"), .field("status", "{}"), .field("displayStatus", "{}"), .field("displayStatus", "false"),
        .field("trackTitle", "1"), .field("subtitle", "[]"), .field("subtitleOverflow", "1"),
        .field("estimatedCompletionDate", "false"), .field("estimatedCompletionDate", #""soon""#),
        .field("estimatedCompletionDate", "-1"), .field("staleAt", #""soon""#), .field("staleAt", "{}"),
        .field("fixedEnd", #""yes""#), .field("fixedEnd", "1"),
        .field("queuePosition", "-1"), .field("queuePosition", "1.5"), .field("queuePosition", #""3""#),
        .field("queuePosition", "true"), .field("relevanceScore", #""high""#), .field("relevanceScore", "1e999"),
        .field("accentColor", "5"), .field("accentColor", #""red""#), .field("accentColor", ##""#12345""##),
        .field("accentColor", ##""#12345G""##), .field("accentColor", #""E5484D""#),
        .field("accentColor", ##""#E5484DFF""##),
        .field("timer", "5"), .field("timer", "[]"), .field("boundary", "5"), .field("boundary", "[]"),
        .field("alert", #""hey""#), .field("alert", "[]"), .field("extra", "[]"), .field("extra", #""x""#),
        .field("extra", "5"),
    ]

    static let progress = [
        Body.field("progress", #""0.5""#), .field("progress", "true"), .field("progress", "[]"),
        .field("progress", "NaN"),
        .field("progress", "Infinity"), .field("progress", "-Infinity"), .field("progress", "1e999"),
        .field("progress", "+0.5"), .field("progress", ".5"), .field("progress", "0."), .field("progress", "00.5"),
        .field("progress", "0x1"), .field("progress", "42", says: "percent"),
        .field("progress", "1.0001", says: "percent"),
        .field("progress", "-0.1"), .field("progress", "-1e-9"),
    ]

    static let milliseconds =
        [
            "occurredAt", "startedAt", "estimatedCompletionDate", "staleAt",
        ].map { Body.field($0, "1790000000000", says: "milliseconds") } + [
            .field("timer", #"{"mode":"countUp","from":1790000000000}"#, at: "/timer/from", says: "milliseconds"),
            .field(
                "timer", #"{"mode":"countDown","from":1790000000,"until":1790000060000}"#, at: "/timer/until",
                says: "milliseconds"),
            .field("boundary", #"{"at":1790000000000}"#, at: "/boundary/at", says: "milliseconds"),
            .field(
                "boundary", #"{"at":1790000000,"staleAt":1790000000000}"#, at: "/boundary/staleAt", says: "milliseconds"
            ),
            .field(
                "boundary", #"{"at":1790000000,"timer":{"mode":"countUp","from":1790000000000}}"#,
                at: "/boundary/timer/from", says: "milliseconds"),
        ]

    static let family = "👨‍👩‍👧‍👦"

    static let texts = [
        Body.field("subscriberId", "\"\(String(repeating: "a", count: 257))\""),
        .field("eventId", "\"\(String(repeating: "a", count: 257))\""),
        .field("status", "\"\(String(repeating: "é", count: 65))\"", says: "64"),
        .field("displayStatus", "\"\(String(repeating: "🇩🇪", count: 129))\"", says: "128"),
        .field("trackTitle", "\"\(String(repeating: "a", count: 257))\"", says: "256"),
        .field("subtitle", "\"\(String(repeating: "a", count: 257))\""),
        .field("subtitleOverflow", "\"\(String(repeating: "a", count: 257))\""),
        // 200 characters, but 5,000 bytes.
        .field("trackTitle", "\"\(String(repeating: family, count: 200))\""),
        .field("alert", #"{"body":"\#(String(repeating: "a", count: 4097))"}"#, at: "/alert/body"),
        .field("trackTitle", #""a\u0000b""#), .field("trackTitle", #""\ud800""#), .field("trackTitle", #""\udc00x""#),
        .field("trackTitle", #""\ud800\ud800""#), .field("trackTitle", #""\x""#), .field("trackTitle", #""\u12G4""#),
        .field("trackTitle", "\"a\u{1}b\""), .field("trackTitle", "\"a\nb\""),
        .field(
            "boundary", #"{"at":1790000000,"status":"\#(String(repeating: "a", count: 65))"}"#, at: "/boundary/status"),
    ]

    static let objects = [
        Body.field("timer", "{}"), .field("timer", #"{"mode":"stopwatch","from":1}"#, at: "/timer/mode"),
        .field("timer", #"{"from":1}"#), .field("timer", #"{"mode":"countDown","from":1790000000}"#),
        .field("timer", #"{"mode":"countDown","until":1790000000}"#),
        .field("timer", #"{"mode":"countDown","from":1790000060,"until":1790000060}"#),
        .field("timer", #"{"mode":"countDown","from":1790000061,"until":1790000060}"#),
        .field("timer", #"{"mode":"countUp","from":1790000000,"until":1790000060}"#),
        .field("timer", #"{"mode":"countUp"}"#), .field("timer", #"{"mode":"paused"}"#),
        .field("timer", #"{"mode":"paused","elapsed":-1}"#, at: "/timer/elapsed"),
        .field("timer", #"{"mode":"paused","elapsed":5,"from":1790000000}"#),
        .field("timer", #"{"mode":"countUp","from":null}"#, at: "/timer/from"),
        .field("boundary", "{}"), .field("boundary", #"{"displayStatus":"x"}"#),
        .field("boundary", #"{"at":null}"#, at: "/boundary/at"), .field("boundary", #"{"at":-1}"#, at: "/boundary/at"),
        .field("boundary", #"{"at":1790000000,"boundary":{"at":1790000000}}"#, at: "/boundary/boundary"),
        .field(
            "boundary", #"{"at":1790000000,"progress":0.9}"#, at: "/boundary/progress",
            says: "\"progress\" may not stand in a boundary; at, alert, status, displayStatus, "),
        .field(
            "boundary", #"{"at":1790000000,"statsu":"x"}"#, at: "/boundary/statsu",
            says: #"unknown field "statsu"; did you mean "status"?"#),
        .field("boundary", #"{"at":1790000000,"queuePosition":-1}"#, at: "/boundary/queuePosition"),
        .field("boundary", #"{"at":1790000000,"alert":{}}"#, at: "/boundary/alert"),
        .field("boundary", #"{"at":1790000000,"extra":{"status":1}}"#, at: "/boundary/extra"),
        .field("alert", "{}"), .field("alert", #"{"sound":"default"}"#), .field("alert", #"{"title":" ","body":""}"#),
        .field("alert", #"{"title":5}"#, at: "/alert/title"),
        .field("alert", #"{"title":"a","sound":5}"#, at: "/alert/sound"),
    ]

    /// The pointer names the object or the member of it.
    static let extras = [
        Body.field("extra", #"{"k":null}"#, says: "null"), .field("extra", #"{"k":[1,null]}"#, says: "null"),
        .field("extra", #"{"k":{"l":null}}"#, says: "null"), .field("extra", #"{"progress":0.5}"#, says: "progress"),
        .field("extra", #"{"status":"x"}"#, says: "status"), .field("extra", #"{"timer":{}}"#, says: "timer"),
        .field("extra", #"{"displayStatus":"x"}"#, says: "displayStatus"),
        .field("extra", #"{"k":"\#(String(repeating: "a", count: 1020))"}"#, says: "1024"),
        .field("extra", #"{"k":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#),
        .field("extra", #"{"k":\#(String(repeating: "[", count: 9000))"#),
    ]

    @Test func `a body that is no event is refused with its place, and nothing comes of it`() throws {
        let relay = try ServedRelay()
        let client = try HTTPClient(port: relay.port)
        let bodies = [
            Self.noEvents, Self.names, Self.conversionIds, Self.types, Self.progress, Self.milliseconds, Self.texts,
            Self.objects, Self.extras,
        ]
        for body in bodies.joined() {
            let answer = try client.request(
                "POST", "/v1/events", headers: [("Content-Type", "application/json")], body: body.bytes)
            #expect(answer.status == 400, "\(body.text)")
            #expect(answer.header("Content-Type") == "application/problem+json", "\(body.text)")
            #expect(answer.json.number("/status") == 400, "\(body.text)")
            #expect(answer.json.text("/title") == "Bad Request", "\(body.text)")
            #expect(answer.json.text("/type") == "about:blank", "\(body.text)")
            let pointer = answer.json.text("/pointer")
            let isThere =
                body.text.contains("extra") ? pointer?.hasPrefix(body.pointer) == true : pointer == body.pointer
            #expect(isThere, "\(body.text): \(pointer ?? "none") is not \(body.pointer)")
            let detail = answer.json.text("/detail") ?? ""
            #expect(!detail.isEmpty && detail.contains(body.says), "\(body.text): \(detail)")
        }
        #expect(try relay.activities() == [])
        #expect(try relay.settledPushes() == [])
    }

    @Test func `what is just within the bounds is taken`() throws {
        let relay = try ServedRelay()
        let bodies = [
            #"{"conversionId":"\#(String(repeating: "a", count: 128))"}"#,
            #"{"conversionId":"A-Z.a_z:0-9"}"#, #"{"conversionId":"..."}"#,
            #"{"conversionId":"b","status":"\#(String(repeating: "é", count: 64))"}"#,
            #"{"conversionId":"c","displayStatus":"\#(String(repeating: "🇩🇪", count: 128))"}"#,
            #"{"conversionId":"d","trackTitle":"\#(String(repeating: Self.family, count: 160))"}"#,
            #"{"conversionId":"e","eventId":"\#(String(repeating: "e", count: 256))"}"#,
            #"{"conversionId":"f","sequence":9007199254740991}"#, #"{"conversionId":"g","sequence":3e0,"attempt":1.0}"#,
            #"{"conversionId":"h","progress":1}"#, #"{"conversionId":"i","progress":-0.0}"#,
            #"{"conversionId":"j","queuePosition":3.0}"#, #"{"conversionId":"k","extra":{"n":271828182845904523}}"#,
            #"{"conversionId":"l","startedAt":"2026-09-21T14:13:20.5+02:00"}"#,
            #"{"conversionId":"m","alert":{"body":"x"}}"#, #"{"conversionId":"n","progress":null,"subscriberId":null}"#,
            #"{"conversionId":"o","trackTitle":"\ud83c\udf0a"}"#,
            #"{"conversionId":"p","extra":{"k":"\#(String(repeating: "a", count: 1016))"}}"#,
            "\r\n\t {\"conversionId\" : \"q\"} \n",
        ]
        for body in bodies {
            let answer = try relay.event(body)
            #expect(answer.status == 202, "\(body): \(answer.text)")
        }
        #expect(try relay.activities().count == bodies.count)
        let extra = relay.push { $0.text("/conversionId") == "k" }?.at("/contentState/n")
        #expect(extra?.canonical == JSONValue("271828182845904523").canonical)
        #expect(relay.push { $0.text("/conversionId") == "o" }?.text("/contentState/trackTitle") == "🌊")
    }

    // MARK: By the head

    /// A request that is refused before its body counts.
    struct Refused: Sendable {
        var method = "POST"
        var path = "/v1/events"
        var headers: [(String, String)] = []
        var body: [UInt8]? = Array(#"{"conversionId":"a"}"#.utf8)
        var status: Int
        var allow: [String] = []
    }

    static let refused = [
        Refused(headers: [("Content-Type", "text/plain")], status: 415),
        Refused(headers: [("Content-Type", "application/xml")], status: 415),
        Refused(headers: [("Content-Type", "application/json; charset=latin1")], status: 415),
        Refused(headers: [("Content-Type", "application/json; charset=\"ISO-8859-1\"")], status: 415),
        Refused(headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")], status: 415),
        Refused(
            method: "PUT", path: "/v1/activities/a", headers: [("Content-Type", "application/x-ndjson")], status: 415),
        Refused(method: "GET", path: "/nothing", body: nil, status: 404),
        Refused(method: "GET", path: "/v1", body: nil, status: 404),
        Refused(method: "GET", path: "/v1/activities/", body: nil, status: 404),
        Refused(method: "GET", path: "/v1/activities/a/b", body: nil, status: 404),
        Refused(method: "GET", path: "//v1/activities", body: nil, status: 404),
        Refused(method: "GET", path: "/v1/activities/a", body: nil, status: 404),
        Refused(path: "/v1/activities/a/end", body: [], status: 404),
        Refused(method: "DELETE", path: "/v1/activities/a", body: nil, status: 404),
        Refused(method: "GET", path: "/v1/events", body: nil, status: 405, allow: ["POST"]),
        Refused(method: "PUT", path: "/v1/events", status: 405, allow: ["POST"]),
        Refused(path: "/v1/activities/a", status: 405, allow: ["GET", "HEAD", "PUT", "DELETE"]),
        Refused(path: "/v1/activities", status: 405, allow: ["GET", "HEAD"]),
        Refused(method: "PATCH", path: "/v1/activities/a", status: 405, allow: ["GET", "HEAD", "PUT", "DELETE"]),
        Refused(method: "DELETE", path: "/healthz", body: nil, status: 405, allow: ["GET", "HEAD"]),
        Refused(method: "GET", path: "/v1/activities/%zz", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities/%4", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities?subscriberId=%zz", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities?phase=done", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities?limit=0", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities?limit=many", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities?cursor=nonsense", body: nil, status: 400),
        Refused(method: "GET", path: "/v1/activities?colour=red", body: nil, status: 400),
        Refused(method: "PUT", path: "/v1/activities/a%20b", body: Array("{}".utf8), status: 400),
        Refused(method: "PUT", path: "/v1/activities/..", body: Array("{}".utf8), status: 400),
        Refused(method: "PUT", path: "/v1/activities/b", status: 400),
        Refused(path: "/v1/activities/a/end", body: Array(#"{"phase":"done"}"#.utf8), status: 400),
        Refused(path: "/v1/activities/a/end", body: Array(#"{"fase":"completed"}"#.utf8), status: 400),
        Refused(path: "/v1/resolve", body: Array(#"{"events":[]}"#.utf8), status: 400),
        Refused(path: "/v1/resolve", body: Array(#"{"events":{},"now":1}"#.utf8), status: 400),
        Refused(
            path: "/v1/resolve", body: Array(#"{"state":{"activities":[{}]},"events":[],"now":1}"#.utf8), status: 400),
        Refused(
            path: "/v1/resolve",
            body: Array(#"{"events":[{"at":1,"event":{"conversionId":"a","progress":2}}],"now":1}"#.utf8),
            status: 400),
        Refused(body: [UInt8](repeating: 0x20, count: 2 << 20), status: 413),
        Refused(
            method: "PUT", path: "/v1/activities/a", body: [UInt8](repeating: 0x20, count: 1 << 20 + 1), status: 413),
        Refused(body: Array("[\(repeated(1001, separator: ","))]".utf8), status: 413),
        Refused(
            headers: [("Content-Type", "application/x-ndjson")], body: Array(repeated(1001, separator: "\n").utf8),
            status: 413),
        Refused(body: Array("[]".utf8), status: 400), Refused(body: Array(" [ ] ".utf8), status: 400),
        Refused(headers: [("Content-Type", "application/x-ndjson")], body: Array("\n \r\n\n".utf8), status: 400),
        Refused(headers: [("Content-Type", "application/x-ndjson")], body: [], status: 400),
        Refused(body: Array(#"[{"conversionId":"a"}"#.utf8), status: 400),
        Refused(headers: [("Idempotency-Key", "")], status: 400),
        Refused(headers: [("Idempotency-Key", String(repeating: "k", count: 257))], status: 400),
        Refused(headers: [("Idempotency-Key", "one"), ("webhook-id", "two")], status: 400),
        Refused(
            headers: [("Idempotency-Key", "one")], body: Array(#"{"conversionId":"a","eventId":"two"}"#.utf8),
            status: 400),
    ]

    static func repeated(_ count: Int, separator: String) -> String {
        (0..<count).map { #"{"conversionId":"a\#($0)"}"# }.joined(separator: separator)
    }

    @Test func `a request that cannot be taken is refused with its status, and nothing comes of it`() throws {
        let relay = try ServedRelay()
        for refused in Self.refused {
            let isTyped = refused.headers.contains { $0.0 == "Content-Type" } || refused.body == nil
            let type = isTyped ? [] : [("Content-Type", "application/json")]
            let answer = try relay.request(
                refused.method, refused.path, headers: type + refused.headers, body: refused.body)
            let name = "\(refused.method) \(refused.path) \(refused.headers) \(answer.text)"
            #expect(answer.status == refused.status, "\(name)")
            #expect(answer.header("Content-Type") == "application/problem+json", "\(name)")
            #expect(answer.json.number("/status") == Double(refused.status), "\(name)")
            let allow = answer.header("Allow")?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
            #expect(Set(refused.allow).isSubset(of: allow), "\(name)")
            if refused.status == 405 { #expect(!allow.contains(refused.method)) }
        }
        #expect(try relay.activities() == [])
        #expect(try relay.settledPushes() == [])
    }

    @Test func `what is no HTTP is answered as a problem, and the relay goes on`() throws {
        let relay = try ServedRelay()
        let heads: [(String, Int)] = [
            ("GET / HTTP/3.0\r\n\r\n", 505), ("nonsense\r\n\r\n", 400),
            ("POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", 400),
            ("POST /v1/events HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\n\r\n", 400),
            ("GET /healthz HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
        ]
        for (head, status) in heads {
            let client = try HTTPClient(port: relay.port)
            try client.send(Array(head.utf8))
            let answer = try client.readAnswer()
            #expect(answer.status == status, "\(head.prefix(60))")
            #expect(answer.header("Content-Type") == "application/problem+json")
            #expect(answer.json.number("/status") == Double(status))
        }
        #expect(try relay.get("/healthz").status == 200)
        #expect(try relay.settledPushes() == [])
    }

    // MARK: Bad ones among good ones

    /// Events one after another, good where there is no pointer.
    static let mixed: [(event: String, pointer: String?)] = [
        (#"{"conversionId":"a"}"#, nil), (#"{"conversionId":"b","progress":42}"#, "/progress"),
        (#"{"conversionId":"c"}"#, nil), ("5", ""), ("{}", ""), (#"{"conversionId":"d","titel":"x"}"#, "/titel"),
        (#"{"conversionId":"e","trackTitle":"\#(String(repeating: "a", count: 5000))"}"#, "/trackTitle"),
        (#"{"conversionId":"h","progress":0.1,"progress":0.2}"#, "/progress"), ("null", ""), ("[]", ""),
        (#"{"conversionId":"a","subscriberId":"u-1","displayStatus":"x"}"#, nil),
    ]

    static func check(_ answer: HTTPAnswer, _ mixed: [(event: String, pointer: String?)]) {
        #expect(answer.status == 200, "\(answer.text)")
        let results = answer.json["results"]?.arrayValue ?? []
        #expect(results.count == mixed.count)
        for (result, (event, pointer)) in zip(results, mixed) {
            if let pointer {
                #expect(result.number("/status") == 400, "\(event.prefix(60))")
                #expect(result.text("/title") == "Bad Request", "\(event.prefix(60))")
                #expect(result.text("/pointer") == pointer, "\(event.prefix(60))")
            } else {
                #expect(result.number("/status") == 202, "\(event.prefix(60))")
                #expect(result.text("/outcome") == "accepted", "\(event.prefix(60))")
            }
        }
    }

    @Test func `in an array the good ones are taken and each result stands in its place`() throws {
        let relay = try ServedRelay()
        let answer = try relay.event("[\(Self.mixed.map(\.event).joined(separator: ",\n"))]")
        Self.check(answer, Self.mixed)
        #expect(try relay.activities().sorted() == ["a", "c"])
        #expect(try relay.get("/v1/activities/a").json.text("/contentState/displayStatus") == "x")
    }

    @Test(arguments: [#""\u0000""#, #""\ud800""#, "\"\u{1}\"", "NaN", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["])
    func `an array that is no text of RFC 8259, 32 deep at most, is refused whole`(_ value: String) throws {
        let relay = try ServedRelay()
        let answer = try relay.event(#"[{"conversionId":"a"},{"conversionId":"b","trackTitle":\#(value)}]"#)
        #expect(answer.status == 400)
        #expect(answer.json.text("/pointer")?.hasPrefix("/1/trackTitle") == true)
        #expect(try relay.activities() == [])
    }

    @Test func `of lines the good ones are taken, whatever stands between them`() throws {
        let relay = try ServedRelay()
        let mixed =
            Self.mixed + [
                (#"{"conversionId":"f","trackTitle":"\u0000"}"#, "/trackTitle"),
                (#"{"conversionId":"g","trackTitle":"\ud800"}"#, "/trackTitle"), ("no JSON", ""),
                (#"{"conversionId":"i""#, ""), (#"{"conversionId":"j"} {}"#, ""),
                (#"{"conversionId":"k"}"#, nil),
            ]
        let lines = mixed.map(\.event).joined(separator: "\r\n\n  \n")
        let answer = try relay.request(
            "POST", "/v1/events", headers: [("Content-Type", "application/x-ndjson; charset=UTF-8")],
            body: Array(lines.utf8))
        Self.check(answer, mixed)
        #expect(try relay.activities().sorted() == ["a", "c", "k"])
    }

    @Test func `one of another subscriber among good ones is a 409 in its place`() throws {
        let relay = try ServedRelay()
        let answer = try relay.event(
            #"[{"conversionId":"a","subscriberId":"u-1"},{"conversionId":"a","subscriberId":"u-2","progress":0.5}]"#)
        #expect(answer.json.number("/results/0/status") == 202)
        #expect(answer.json.number("/results/1/status") == 409)
        #expect(answer.json.text("/results/1/pointer") == "/subscriberId")
        let single = try relay.event(#"{"conversionId":"a","subscriberId":"u-3","trackTitle":"x"}"#)
        #expect(single.status == 409)
        #expect(single.json.text("/pointer") == "/subscriberId")
        let activity = try relay.get("/v1/activities/a").json
        #expect(activity.text("/subscriberId") == "u-1")
        #expect(activity.number("/contentState/progress") == 0)
        #expect(activity.at("/contentState/trackTitle") == nil)
    }

    @Test func `a thousand events are taken at once`() throws {
        let relay = try ServedRelay()
        let answer = try relay.event("[\(Self.repeated(1000, separator: ","))]")
        #expect(answer.status == 200)
        #expect(answer.json["results"]?.arrayValue?.count == 1000)
        #expect(relay.process.output.wait { $0.count == 1000 })
    }
}
