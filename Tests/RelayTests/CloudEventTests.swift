import ActivityResolver
import JSON
import Testing

@testable import Relay

/// CloudEvents: what their attributes stand for, and what is wrong with them.
@Suite struct CloudEventTests {
    private let intake = IntakeReader()

    private func item(_ json: String, eventId: String? = nil) -> IntakeItem {
        intake.cloudEvent(Array(json.utf8), eventId: eventId)
    }

    private func problem(_ json: String) -> Problem? {
        if case .failure(let problem) = item(json).event { return problem }
        return nil
    }

    private static let context = #""specversion":"1.0","id":"e-1","source":"/jobs/7","type":"x""#

    @Test func `what the event does not say its envelope says`() throws {
        let json =
            #"{\#(Self.context),"subject":"gen-7","time":"2026-09-21T14:13:20Z","ext":{"a":[1]},"data":{"progress":0.5}}"#
        let item = item(json)
        let event = try item.event.get()
        #expect(event.conversionId == "gen-7")
        #expect(event.eventId == "/jobs/7 e-1")
        #expect(event.occurredAt == 1_790_000_000)
        #expect(event.progress == 0.5)
        let raw = try IntakeReader().event(Array(item.raw)).event.get()
        #expect(raw == event, "what is recorded can be replayed")
    }

    @Test func `what the event says itself goes before, and null says nothing`() throws {
        let own = #"{"conversionId":"a","eventId":"mine","occurredAt":5}"#
        let json = #"{\#(Self.context),"subject":"gen-7","time":"2026-09-21T14:13:20Z","data":"#
        let event = try item(json + own + "}").event.get()
        #expect((event.conversionId, event.eventId, event.occurredAt) == ("a", "mine", 5))
        let empty = try item(json + #"{"eventId":null,"occurredAt":null,"subscriberId":null}}"#).event.get()
        #expect((empty.conversionId, empty.eventId, empty.occurredAt) == ("gen-7", "/jobs/7 e-1", 1_790_000_000))
        let header = try item(json + "{}}", eventId: "of-the-header").event.get()
        #expect(header.eventId == "of-the-header")
    }

    @Test func `two sources of one id are two events, however long and odd`() throws {
        let long = String(repeating: "x", count: 300)
        let pairs = [
            ("/a", "b"), ("/a/b", ""), ("/a", "b c"), ("/a b", "c"), ("/a", long), ("/b", long), (long, "/a"),
            ("/a\(long)", long), ("/a", "\(long)b"), ("sha256:", "b"),
        ].filter { !$0.1.isEmpty }
        var ids: Set<String> = []
        for (source, id) in pairs {
            let json =
                #"{"specversion":"1.0","type":"x","source":"\#(source)","id":"\#(id)","data":{"conversionId":"a"}}"#
            let event = try item(json).event.get()
            let again = try item(json).event.get()
            #expect(event.eventId == again.eventId)
            let eventId = try #require(event.eventId)
            #expect(eventId.count <= 256)
            #expect(ids.insert(eventId).inserted, "\(source) \(id)")
        }
    }

    @Test func `data in Base64 is read as JSON`() throws {
        let event = try item(#"{\#(Self.context),"subject":"a","data_base64":"eyJwcm9ncmVzcyI6MC41fQ=="}"#).event.get()
        #expect(event.progress == 0.5)
        #expect(problem(#"{\#(Self.context),"data_base64":"?"}"#)?.pointer == "/data_base64")
        // {"progress":2}, and no JSON.
        #expect(
            problem(#"{\#(Self.context),"subject":"a","data_base64":"eyJwcm9ncmVzcyI6Mn0="}"#)?.pointer
                == "/data_base64/progress")
        #expect(problem(#"{\#(Self.context),"subject":"a","data_base64":"e30gIHt9"}"#)?.pointer == "/data_base64")
    }

    static let wrong: [(text: String, pointer: String)] = [
        (#"{\#(context),"subject":"a","data":{"progress":2}}"#, "/data/progress"),
        (#"{\#(context),"subject":"a","data":{"timer":{"mode":"x"}}}"#, "/data/timer/mode"),
        (#"{\#(context),"subject":"a","data":{"progres":1}}"#, "/data/progres"),
        (#"{\#(context),"subject":"a","data":{"progress":0,"progress":1}}"#, "/data/progress"),
        (#"{\#(context),"data":{}}"#, "/data"), (#"{\#(context),"data":{"conversionId":"a b"}}"#, "/data/conversionId"),
        (#"{\#(context),"subject":"a b","data":{}}"#, "/subject"), (#"{\#(context),"time":"soon","data":{}}"#, "/time"),
        (#"{\#(context),"time":"1969-01-01T00:00:00Z","data":{}}"#, "/time"),
        (#"{\#(context),"time":"9999-01-01T00:00:00Z","data":{}}"#, "/time"),
        (#"{\#(context),"time":5,"data":{}}"#, "/time"), (#"{\#(context),"subject":"a"}"#, ""),
        (#"{\#(context),"subject":"a","data":null}"#, ""), (#"{\#(context),"data":[]}"#, "/data"),
        (#"{\#(context),"data":{},"data_base64":"e30="}"#, "/data_base64"),
        (#"{\#(context),"datacontenttype":"text/xml","data":{}}"#, "/datacontenttype"),
        (#"{"id":"1","source":"a","type":"x","data":{}}"#, ""), (#"{\#(context),"id":"e-1","data":{}}"#, "/id"),
        (#"{"specversion":"0.3","id":"1","source":"a","type":"x","data":{}}"#, "/specversion"),
        (#"{"specversion":"1.0","id":"","source":"a","type":"x","data":{}}"#, "/id"),
        (#"{"specversion":"1.0","id":7,"source":"a","type":"x","data":{}}"#, "/id"), ("[]", ""), ("", ""), ("{", ""),
    ]

    @Test(arguments: wrong) func `what is wrong is said with its place`(_ text: String, _ pointer: String) {
        let problem = problem(text)
        #expect(problem?.status == 400)
        #expect(problem?.pointer == pointer, "\(problem?.detail ?? "it was taken")")
    }

    @Test func `other JSON types and extensions are taken as they are`() throws {
        let more =
            #""datacontenttype":"application/vnd.mine+json; charset=utf-8","dataschema":"urn:x","mine":7,"yours":null"#
        #expect(try item(#"{\#(Self.context),\#(more),"data":{"conversionId":"a"}}"#).event.get().conversionId == "a")
    }

    @Test func `a batch is one event after the other, each with its own faults`() throws {
        let good = #"{\#(Self.context),"data":{"conversionId":"a"}}"#
        let items = try intake.cloudEvents(Array("[\(good), {}, 5, \(good)]".utf8))
        #expect(items.map { (try? $0.event.get())?.conversionId } == ["a", nil, nil, "a"])
        for refused in ["[]", "{}", "", good] {
            #expect(throws: Problem.self) { try intake.cloudEvents(Array(refused.utf8)) }
        }
    }

    @Test func `an event may be as deep in a CloudEvent as alone`() throws {
        let deep = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        let event = #"{"conversionId":"a","extra":{"x":\#(deep)}}"#
        #expect(throws: Never.self) { try IntakeReader().event(Array(event.utf8)).event.get() }
        let cloudEvent = #"{\#(Self.context),"data":\#(event)}"#
        #expect(throws: Never.self) { try item(cloudEvent).event.get() }
        let batch = try intake.cloudEvents(Array("[\(cloudEvent)]".utf8))
        #expect(throws: Never.self) { try batch[0].event.get() }
        let tooDeep = #"{"conversionId":"a","extra":{"x":[\#(deep)]}}"#
        #expect(throws: Problem.self) { try IntakeReader().event(Array(tooDeep.utf8)).event.get() }
        #expect(throws: Problem.self) { try item(#"{\#(Self.context),"data":\#(tooDeep)}"#).event.get() }
    }
}
