import ActivityResolver
import HTTPServer
import JSON
import Push
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
            document.number("/components/schemas/TokenRequest/properties/ttl/maximum")
                == Double(SubscriberTokens.lives.upperBound))
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
