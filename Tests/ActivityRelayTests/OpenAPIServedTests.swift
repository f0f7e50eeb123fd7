import JSON
import TestSupport
import Testing

/// The OpenAPI document of a relay at work, in the eyes of programs that know OpenAPI.
@Suite(.timeLimit(.minutes(20))) struct `OpenAPI as it is served` {
    private static let python: String? = (try? InstalledProgram.path("python3")).flatMap { program in
        (try? CommandResult.of(program: program, ["-c", "import openapi_spec_validator"]))?.code == 0 ? program : nil
    }
    private static let schemathesis = try? InstalledProgram.path("schemathesis")

    @Test func `it is JSON and needs no token`() throws {
        let relay = try ServedRelay(
            configuration: #"{"auth":{"tokens":[{"name":"a","secret":{"env":"ADMIN"},"scopes":["admin"]}]}}"#,
            environment: ["ADMIN": "admin-0123456789abcdef"])
        let answer = try relay.get("/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/json")
        #expect(answer.json.text("/openapi") == "3.1.0")
        let head = try relay.request("HEAD", "/openapi.json")
        #expect(head.status == 200)
        #expect(head.header("Content-Length") == String(answer.body.count))
    }

    @Test(.enabled(if: python != nil, "openapi-spec-validator (PyPI) is not installed for python3"))
    func `a validator finds nothing`() throws {
        let relay = try ServedRelay()
        let file = relay.folder.write("openapi.json", try relay.get("/openapi.json").text)
        let result = try CommandResult.of(
            program: #require(Self.python), ["-m", "openapi_spec_validator", file])
        #expect(result.code == 0, "\(result.output + result.errors)")
    }

    @Test(.enabled(if: schemathesis != nil, "schemathesis (PyPI) is not installed"))
    func `schemathesis finds nothing`() throws {
        let token = "admin-0123456789abcdef"
        let relay = try ServedRelay(
            configuration: """
                {"auth":{"tokens":[{"name":"a","secret":{"env":"ADMIN"},"scopes":["admin"]}]},
                 "listen":{"trustedProxies":["127.0.0.1"]}}
                """, environment: ["ADMIN": token], output: .file("/dev/null"))
        let folder = "\(Fixtures.folder)/openapi"
        let program = try ChildProgram(
            #require(Self.schemathesis),
            [
                "--config-file", "\(folder)/schemathesis.toml", "run", "http://127.0.0.1:\(relay.port)/openapi.json",
                "--header", "Authorization: Bearer \(token)", "--checks", "all", "--max-examples", "5",
                // A stream does not end by itself; `streams are as it says` asks for them.
                "--exclude-path-regex", "stream$",
                "--phases", "examples,coverage,fuzzing", "--generation-deterministic", "--no-color",
            ], environment: ["SCHEMATHESIS_HOOKS": "\(folder)/hooks.py"], folder: relay.folder.path)
        let code = program.waitForExit(within: 300)
        if code == nil { program.terminate(9) }
        #expect(code == 0, "\(program.output.all().suffix(200).joined(separator: "\n"))")
    }

    /// Holds answers, one JSON text a line behind the name of its schema, against the document, the first line.
    private static let validation = """
        import json, sys
        from jsonschema import Draft202012Validator
        document, *answers = sys.stdin.read().splitlines()
        components = json.loads(document)["components"]
        for line in answers:
            name, text = line.split(" ", 1)
            schema = {"$ref": "#/components/schemas/" + name, "components": components}
            for error in Draft202012Validator(schema).iter_errors(json.loads(text)):
                print(name, error.json_path, error.message)
        print(len(answers), "answers")
        """

    @Test(.enabled(if: python != nil, "openapi-spec-validator (PyPI) is not installed for python3"))
    func `what a relay tells of an activity is valid`() throws {
        let hooked = try HookedRelay()
        let relay = hooked.relay
        for event in [
            #""status":"finalizing","progress":0.1,"eventId":"e","subscriberId":"u""#, #""eventId":"e""#,
            #""progress":7"#, #""progress":0.2,"sequence":5"#, #""progress":0.3,"sequence":4"#, #""progress":0.2001"#,
            #""type":"complete","alert":{"title":"Ready"}"#, #""progress":0.5"#,
        ] {
            _ = try relay.post("/v1/events", #"{"conversionId":"t",\#(event)}"#)
        }
        _ = try relay.request(
            "PUT", "/v1/activities/t", headers: [("Content-Type", "application/json")], body: Array("not JSON".utf8))
        let path = "/v1/activities/t"
        #expect(try TestClock.eventually { try relay.get("\(path)/history").text.contains("webhook-id") })
        let history = try relay.get("\(path)/history").json
        let outcomes = history["entries"]?.arrayValue?.compactMap { $0.text("/outcome") } ?? []
        #expect(Set(outcomes).isSuperset(of: ["accepted", "duplicate", "refused", "ignored"]))
        let recording = try relay.get("\(path)/history?format=ndjson").text.split(separator: "\n")
        let answers = [
            "History \(history.canonical)", "Recording [\(recording.joined(separator: ","))]",
            "Activity \(try relay.get(path).json.canonical)",
            "Activities \(try relay.get("/v1/activities").json.canonical)",
        ]
        let lines = [try relay.get("/openapi.json").json.canonical] + answers
        let result = try CommandResult.of(
            program: #require(Self.python), ["-c", Self.validation],
            input: Array(lines.joined(separator: "\n").utf8))
        #expect(result.output == ["\(answers.count) answers"])
        #expect(result.errors == [])
    }

    @Test(arguments: [
        ("/v1/activities/{conversionId}/stream", "/v1/activities/a/stream"), ("/v1/stream", "/v1/stream"),
        ("/v1/stream", "/v1/stream?subscriberId=u"),
    ])
    func `streams are as it says`(template: String, path: String) throws {
        let relay = try ServedRelay()
        let document = try relay.get("/openapi.json").json
        let operation = try #require(document["paths"]?[template]?["get"])
        let stream = try StreamClient(relay, path)
        let reference = try #require(operation.text("/responses/200/$ref"))
        let said = try #require(document.at(String(reference.dropFirst())))
        #expect(stream.head.status == 200)
        #expect(said["content"]?.objectValue?.first?.name == stream.head.header("Content-Type"))
        let headers = try #require(said["headers"]?.objectValue)
        #expect(headers.count == 3)
        for header in headers {
            let told = try #require(stream.head.header(header.name), "\(header.name)")
            let schema = document.at(String(try #require(header.value.text("/$ref")).dropFirst()))?["schema"]
            if let expected = schema?.text("/const") { #expect(told == expected) }
        }
    }

    @Test func `the page is as it says, and 304 where it is known`() throws {
        let relay = try ServedRelay()
        let document = try relay.get("/openapi.json").json
        let page = try relay.get("/")
        let known = try relay.get("/", headers: [("If-None-Match", try #require(page.header("ETag")))])
        #expect(page.status == 200 && known.status == 304)
        #expect(known.body == [] && known.header("Content-Type") == nil)
        let said = try #require(document["paths"]?["/"]?["get"]?["responses"])
        #expect(said["200"]?["content"]?.objectValue?.first?.name == page.header("Content-Type"))
        for (status, answer) in [("200", page), ("304", known)] {
            let names = try #require(said[status]?["headers"]?.objectValue).map(\.name)
            // Those that every answer has are not listed.
            let ofAll: Set = ["date", "content-length", "content-type", "connection"]
            #expect(Set(answer.headers.map(\.name)).subtracting(ofAll) == Set(names.map { $0.lowercased() }))
        }
        let samples = try MetricSamples(relay.get("/metrics").text)
        #expect(samples["relay_http_requests_total{route=\"GET /\",status=\"304\"}"] == 1)
    }
}
