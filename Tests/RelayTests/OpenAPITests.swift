import ActivityResolver
import HTTPServer
import JSON
import Push
import Storage
import TestSupport
import Testing

@testable import Relay

/// The OpenAPI document against what the relay does.
@Suite struct OpenAPITests {
    private let document = JSONValue(OpenAPI.text)

    private func names(_ pointer: String) -> [String] {
        document.at(pointer)?.objectValue?.map(\.name) ?? []
    }

    /// What operations there are, by method and path.
    private var operations: [String: JSONValue] {
        var operations: [String: JSONValue] = [:]
        for path in document["paths"]?.objectValue ?? [] {
            for member in path.value.objectValue ?? [] where member.name != "parameters" {
                operations["\(member.name.uppercased()) \(path.name)"] = member.value
            }
        }
        return operations
    }

    @Test func `it is one JSON text, of this version`() {
        #expect(document.text("/openapi") == "3.1.0")
        #expect(document.text("/info/version") == Version.text)
        #expect(OpenAPI.document == Array(OpenAPI.text.utf8))
    }

    @Test func `it has every route, and nothing else`() {
        let routes = Set(Route.allCases.map { "\($0.method.name) \($0.template)" })
        #expect(Set(operations.keys) == routes)
    }

    @Test(arguments: Route.allCases)
    func `a route has its statuses, media types, scope and parameters`(route: Route) throws {
        let operation = try #require(operations["\(route.method.name) \(route.template)"])
        let statuses = Set((operation["responses"]?.objectValue ?? []).compactMap { Int($0.name) })
        #expect(statuses == Set(route.statuses + Route.statusesOfAll))
        let types = operation["requestBody"]?["content"]?.objectValue?.map(\.name) ?? []
        #expect(Set(types) == Set(route.mediaTypes))
        let security = operation["security"]?.arrayValue ?? []
        #expect(security.isEmpty == (route.scope == nil))
        let scopes = security.compactMap { $0.at("/bearer/0")?.stringValue }
        #expect(scopes == [route.scope?.rawValue].compactMap(\.self))
        #expect(security.contains { $0["webhookSignature"] != nil } == route.takesSignatures)
        #expect(security.contains { $0["subscriber"] != nil } == route.isForSubscribers)
        let ofPath = document.at("/paths")?[route.template]?["parameters"]?.arrayValue ?? []
        #expect(ofPath.count == route.template.count { $0 == "{" })
    }

    @Test func `every status of the document has a title of its own`() {
        let all = Route.allCases.flatMap(\.statuses) + Route.statusesOfAll
        for status in Set(all) where status >= 400 { #expect(StatusTitle.of(status) != "") }
    }

    @Test(arguments: ["Event", "PathEvent", "EventForm"])
    func `an event has the fields that the decoder knows`(schema: String) {
        #expect(Set(names("/components/schemas/\(schema)/properties")) == Set(EventField.allCases.map { "\($0)" }))
        #expect(document.at("/components/schemas/\(schema)/additionalProperties") == .bool(false))
    }

    @Test func `a boundary has the content fields`() {
        let expected = Set(EventField.contentFields.map { "\($0)" }).union(["at", "alert"])
        #expect(Set(names("/components/schemas/Boundary/properties")) == expected)
    }

    @Test func `words are those of the code`() {
        func words(_ pointer: String) -> Set<String> {
            Set(document.at(pointer)?.arrayValue?.compactMap(\.stringValue) ?? [])
        }
        #expect(words("/components/schemas/Event/properties/type/enum") == Set(EventType.allCases.map(\.rawValue)))
        #expect(words("/components/schemas/Phase/enum") == Set(Phase.allCases.map(\.rawValue)))
        #expect(
            Set(names("/components/schemas/ContentState/properties"))
                == Set(ContentStateField.allCases.map(\.rawValue)))
        #expect(
            words("/components/schemas/Extra/propertyNames/not/enum") == EventDecoder.contentStateNames)
        #expect(
            words("/components/schemas/Activity/properties/due/properties/what/enum") == Set(ActivityView.dues))
        #expect(
            words("/components/schemas/Activity/properties/targets/items/properties/end/enum")
                == Set(TargetCard.End.allCases.map(\.rawValue)))
        #expect(
            document.number("/components/schemas/TokenRequest/properties/ttl/maximum")
                == Double(SubscriberTokens.lives.upperBound))
    }

    @Test func `a change has the reasons that the engine tells of`() {
        let words = document.at("/components/schemas/HistoryChange/properties/reason/enum")?.arrayValue ?? []
        let told = Timer.Kind.allCases.compactMap(\.toldReason?.rawValue) + [PushReason.superseded.rawValue]
        #expect(Set(words.compactMap(\.stringValue)) == Set(told))
    }

    @Test func `a registration changes a target in the ways that are told`() {
        let words = document.at("/components/schemas/HistoryRegistration/properties/change/enum")?.arrayValue ?? []
        #expect(words.compactMap(\.stringValue) == RegistrationChange.allCases.map(\.rawValue))
    }

    @Test func `a history's entries have its fields, each of them`() throws {
        let event = EventView(
            JSONValue(
                """
                {"event":{"conversionId":"t","progress":0.2},"text":"x","eventId":"e","outcome":"accepted",
                 "reason":"completed","detail":"d","pointer":"/progress","phase":"active","late":true,"ring":"time",
                 "contentState":{"progress":0.5},"decisions":[{"target":"t","decision":"unchanged","why":"N1"}]}
                """))
        var push = PushView(
            push: JSONValue(
                """
                {"sentAt":1,"conversionId":"t","subscriberId":"u","target":"r","event":"update","priority":5,
                 "contentState":{},"staleAt":9,"dismissalDate":9,"alert":{},"relevanceScore":1,"reason":"nudge"}
                """), outcome: "retry", detail: "no", number: 1)
        push.sender = "apns"
        push.attempt = 2
        push.answer = PushAnswer(JSONValue(#"{"status":500,"reason":"r","id":"apns-id","answeredAt":2}"#))
        var other = push
        other.answer.idField = .webhookId
        let change = ChangeView(
            JSONValue(
                """
                {"reason":"boundary","phase":"active","by":"t-2","byStartedAt":1,"boundary":{"at":9},
                 "decisions":[{"target":"t","decision":"dead","why":"no"}],"contentState":{"progress":0.5}}
                """))
        let registration = RegistrationView(
            JSONValue(#"{"change":"moved","target":"r","sender":"apns","token":"0123…","replaces":"4567…"}"#))
        let entries = try written([
            .event(event), .push(push), .push(other), .change(change), .registration(registration),
        ])
        #expect(names(in: entries[0]) == Set(names("/components/schemas/HistoryEvent/properties")))
        #expect(names(in: entries[1]) == fields(of: "HistoryPush"))
        #expect(names(in: entries[3]) == Set(names("/components/schemas/HistoryChange/properties")))
        #expect(names(in: entries[4]) == Set(names("/components/schemas/HistoryRegistration/properties")))
        let request = "/components/schemas/SentPush/allOf/0/properties/request/properties"
        #expect(
            names(in: entries[1]["request"]).union(names(in: entries[2]["request"])) == Set(names(request)))
        for (entry, schema) in zip(entries, ["HistoryEvent", "HistoryPush"]) {
            #expect(required(by: schema).isSubset(of: names(in: entry)))
        }
    }

    @Test func `a history's least entries have what it requires`() throws {
        let push = PushView(
            push: JSONValue(
                """
                {"sentAt":1,"conversionId":"t","target":"r","event":"end","priority":10,"contentState":{},
                 "reason":"ended"}
                """), outcome: "ok", number: 1)
        let change = ChangeView(JSONValue(#"{"reason":"overflow","phase":"active","contentState":{}}"#))
        let registration = RegistrationView(JSONValue(#"{"change":"deleted","target":"r","sender":"apns"}"#))
        let entries = try written([
            .event(EventView(JSONValue(#"{"outcome":"refused"}"#))), .push(push), .change(change),
            .registration(registration),
        ])
        #expect(required(by: "HistoryEvent") == names(in: entries[0]))
        #expect(required(by: "HistoryPush") == names(in: entries[1]).subtracting(["why"]))
        #expect(required(by: "HistoryChange") == names(in: entries[2]))
        #expect(required(by: "HistoryRegistration") == names(in: entries[3]))
    }

    /// The entries of a page of these, as they are answered.
    private func written(_ contents: [HistoryItem.Content]) throws -> [JSONValue] {
        let items = contents.map {
            HistoryItem(place: .init(entry: 1, index: 0), at: 1, content: $0, phase: "active")
        }
        let explainer = EventExplainer(rules: Rules(), decoder: EventDecoder())
        var writer = JSONWriter()
        writer.history(HistoryPage(state: .unknown("t"), items: items, cursor: nil, explainer: explainer, now: 1))
        let entries = JSONValue(String(decoding: writer.take(), as: UTF8.self))["entries"]?.arrayValue ?? []
        try #require(entries.count == contents.count)
        return entries
    }

    private func names(in value: JSONValue?) -> Set<String> {
        Set((value?.objectValue ?? []).map(\.name))
    }

    /// A schema with all that it is made of.
    private func parts(of schema: String) -> [JSONValue] {
        guard let schema = document.at("/components/schemas/\(schema)") else { return [] }
        let others = (schema["allOf"]?.arrayValue ?? []).flatMap { part in
            part.text("/$ref").map { parts(of: String($0.split(separator: "/").last ?? "")) } ?? [part]
        }
        return [schema] + others
    }

    private func fields(of schema: String) -> Set<String> {
        parts(of: schema).reduce(into: []) { $0.formUnion(names(in: $1["properties"])) }
    }

    private func required(by schema: String) -> Set<String> {
        Set(parts(of: schema).flatMap { $0["required"]?.arrayValue ?? [] }.compactMap(\.stringValue))
    }

    @Test func `a target of an activity has its fields, each of them`() throws {
        var state = ActivityState.unknown("t")
        let last = ContentState(status: "done", displayStatus: "Done", progress: 1)
        state.activity.ending = Ending(phase: .completed, at: 9, dismissalDate: 99, contentState: last)
        let place = Place(token: "0123456789abcdef", environment: .sandbox, attributesType: nil)
        var outlet = Outlet(sender: "apns", registration: .init(place: place, at: 1, deviceId: nil))
        outlet.number = 3
        outlet.sending = .init(event: .update, priority: 10, reason: .status, alert: nil, at: 8)
        outlet.owed = .init(event: .end, priority: 10, reason: .ended, alert: nil, at: 9)
        outlet.retryAt = 12
        outlet.held = 1
        state.deliveries = [Delivery(target: "card", kind: .rerenders), Delivery(target: "starts", kind: .starts)]
        state.outlets = [outlet, Outlet(sender: "apns")]
        state.retired = [
            RetiredTarget(target: "old", sender: "apns", reason: "Unregistered", number: 1, knowsEnd: false)
        ]
        let arrived = PushView(
            push: JSONValue(#"{"target":"card","contentState":{"status":"queued"}}"#), outcome: "ok", number: 2)
        let pushes = [HistoryItem(place: .init(entry: 1, index: 0), at: 7, content: .push(arrived), phase: "active")]
        var writer = JSONWriter()
        writer.activity(
            ActivityView(
                state: state, pushes: pushes, explainer: EventExplainer(rules: Rules(), decoder: EventDecoder()),
                now: 10, devices: ["card": "phone"]))
        let targets = JSONValue(String(decoding: writer.take(), as: UTF8.self))["targets"]?.arrayValue ?? []
        let schema = "/components/schemas/Activity/properties/targets/items"
        #expect(targets.count == 3)
        #expect(targets.reduce(into: []) { $0.formUnion(names(in: $1)) } == Set(names("\(schema)/properties")))
        let required = Set(document.at("\(schema)/required")?.arrayValue?.compactMap(\.stringValue) ?? [])
        for target in targets { #expect(required.isSubset(of: names(in: target))) }
        #expect(names(in: targets.first?["owed"]) == Set(names("\(schema)/properties/owed/properties")))
    }

    @Test func `the parameters of look-ups are what the relay takes`() throws {
        func values(_ pointer: String) -> [String]? { document.at(pointer)?.arrayValue?.compactMap(\.stringValue) }
        let format = try #require(values("/components/parameters/Format/schema/enum"))
        #expect(format == ["json", "text"])
        let history = try parameters(of: "/v1/activities/{conversionId}/history")
        #expect(Set(history.keys) == ["limit", "cursor", "format"])
        #expect(history["format"]?.at("/schema/enum")?.arrayValue?.count == AnswerFormat.allCases.count)
        #expect(history["limit"]?.number("/schema/maximum") == Double(HistoryQuery.mostEntries))
        #expect(history["limit"]?.number("/schema/default") == Double(try HistoryQuery("").limit))
        let list = try parameters(of: "/v1/activities")
        #expect(list["limit"]?.number("/schema/maximum") == Double(ListQuery.mostActivities))
        #expect(list["limit"]?.number("/schema/default") == Double(try ListQuery("").limit))
    }

    @Test(arguments: [0, 1_790_000_000.25, 100_000_000_000])
    func `the relay's own cursors are such as it says`(instant: Double) throws {
        let row = ActivityRow(number: 1_000_000, conversionId: "t", startedAt: instant)
        let list = try Regex(try #require(document.text("/components/parameters/Cursor/schema/pattern")))
        #expect(try list.wholeMatch(in: ListQuery.cursor(after: row)) != nil)
        let history = try Regex(
            try #require(
                try parameters(of: "/v1/activities/{conversionId}/history")["cursor"]?.text("/schema/pattern")))
        for entry in [1, 1 << 48] as [Int64] {
            let cursor = HistoryQuery.cursor(after: .init(entry: entry, index: 101))
            #expect(try history.wholeMatch(in: cursor) != nil)
        }
    }

    @Test(arguments: ["0.1", "zzzzzzzzzzzz.zzzzzzzzzzzz", "1xzzzzzzzzzzz.zzzzzzzzzzzz", "100000000000.100000000000"])
    func `a cursor such as it says is taken`(cursor: String) throws {
        let list = try Regex(try #require(document.text("/components/parameters/Cursor/schema/pattern")))
        #expect(try list.wholeMatch(in: cursor) != nil)
        #expect(throws: Never.self) { try ListQuery("cursor=\(cursor)") }
    }

    /// The parameters of a GET by name, those of the path left out.
    private func parameters(of path: String) throws -> [String: JSONValue] {
        let listed = try #require(operations["GET \(path)"]?["parameters"]?.arrayValue)
        return listed.reduce(into: [:]) { all, parameter in
            let found = parameter.text("/$ref").flatMap { document.at(String($0.dropFirst())) } ?? parameter
            if let name = found.text("/name") { all[name] = found }
        }
    }

    @Test func `every reference leads somewhere, and everything is referred to`() {
        var references: Set<String> = []
        func collect(_ value: JSONValue) {
            for member in value.objectValue ?? [] {
                if member.name == "$ref", let text = member.value.stringValue { references.insert(text) }
                collect(member.value)
            }
            for element in value.arrayValue ?? [] { collect(element) }
        }
        collect(document)
        for reference in references { #expect(document.at(String(reference.dropFirst())) != nil, "\(reference)") }
        for kind in ["schemas", "parameters", "headers", "responses"] {
            for name in names("/components/\(kind)") {
                #expect(references.contains("#/components/\(kind)/\(name)"), "\(kind)/\(name)")
            }
        }
    }

    @Test func `the examples are taken`() throws {
        for example in document.at("/components/schemas/Event/examples")?.arrayValue ?? [] {
            var writer = JSONWriter()
            writer.value(example)
            let bytes = writer.take()
            #expect(throws: Never.self) { try EventDecoder().decode(bytes) }
        }
    }
}
