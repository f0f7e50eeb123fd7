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
                // These are not served yet.
                "--exclude-path-regex", "(history|stream)$", "--exclude-path", "/",
                "--phases", "examples,coverage,fuzzing", "--generation-deterministic", "--no-color",
            ], environment: ["SCHEMATHESIS_HOOKS": "\(folder)/hooks.py"], folder: relay.folder.path)
        let code = program.waitForExit(within: 300)
        if code == nil { program.terminate(9) }
        #expect(code == 0, "\(program.output.all().suffix(200).joined(separator: "\n"))")
    }
}
