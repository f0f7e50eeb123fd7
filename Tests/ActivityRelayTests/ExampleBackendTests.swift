import JSON
import TestSupport
import Testing

/// The example backends of `Config` do against a real relay what they are there to show.
@Suite(.timeLimit(.minutes(20))) struct `Example backends` {
    /// One of them: the program that runs it, and its file.
    struct Backend: CustomTestStringConvertible, Sendable {
        var interpreter: String
        var file: String
        var testDescription: String { file }
        var isThere: Bool { (try? InstalledProgram.path(interpreter)) != nil }
    }

    /// Where a language is not installed, its example cannot be run; Python and curl are installed for other tests.
    static let backends = [
        Backend(interpreter: "bash", file: "backend.sh"), Backend(interpreter: "python3", file: "backend.py"),
        Backend(interpreter: "node", file: "backend.mjs"),
    ].filter(\.isThere)

    @Test(arguments: backends)
    func `what fails on the way is sent again and counts once, and progress is told now and then`(_ backend: Backend)
        throws
    {
        let relay = try ServedRelay()
        let way = try Way(to: relay, faults: ["503", "drop", "429", "lost"])
        let begin = TestClock.now
        let run = try start(backend, way, steps: 40)
        #expect(run.waitForExit() == 0, "\(run.errors.all())")
        let posts = way.posts
        // The start goes five times, in the end as a repeat of the one whose answer was lost.
        #expect(posts.prefix(5).map { $0.text("/fault") } == ["503", "drop", "429", "lost", "none"])
        #expect(Set(posts.prefix(5).map { $0.text("/event/eventId") }).count == 1)
        #expect(posts.prefix(5).map { $0.text("/outcome") } == [nil, nil, nil, "accepted", "duplicate"])
        #expect(posts.dropFirst(5).allSatisfy { $0.text("/outcome") == "accepted" })
        #expect(Set(posts.dropFirst(4).map { $0.text("/event/eventId") }).count == posts.count - 4)
        #expect(posts.last?.text("/event/type") == "complete")
        // However fast the steps are: once a second.
        let told = posts.count { $0.number("/event/progress") != nil }
        #expect(told >= 1 && Double(told) <= 1 + TestClock.now - begin, "\(told)")
        #expect(posts.allSatisfy { $0.text("/authorization") == "Bearer a-token-of-the-backend" })
        let pushes = try relay.settledPushes()
        #expect(pushes.count { $0.text("/event") == "start" } == 1)
        #expect(pushes.filter { $0.text("/event") == "end" }.map { $0.text("/contentState/status") } == ["completed"])
    }

    @Test(arguments: backends) func `work that fails is told to have failed`(_ backend: Backend) throws {
        let relay = try ServedRelay()
        let way = try Way(to: relay, faults: [])
        let run = try start(backend, way, steps: 2, environment: ["FAILS": "1"])
        let code = run.waitForExit()
        #expect(code != nil && code != 0)
        #expect(way.posts.last?.text("/event/type") == "fail")
        #expect(try relay.get("/v1/activities/gen-1").json.text("/phase") == "failed")
    }

    @Test(arguments: backends) func `what the relay refuses is said and not sent again`(_ backend: Backend) throws {
        let relay = try ServedRelay()
        let way = try Way(to: relay, faults: [])
        let run = try start(backend, way, name: "gen/1", steps: 2)
        let code = run.waitForExit()
        #expect(code != nil && code != 0)
        #expect(way.posts.map { $0.number("/status") } == [400])
        #expect(run.errors.all().contains { $0.contains("conversionId") })
    }

    private func start(
        _ backend: Backend, _ way: Way, name: String = "gen-1", steps: Int, environment: [String: String] = [:]
    ) throws -> ChildProgram {
        let path = "\(Fixtures.folder)/../../Config/\(backend.file)"
        var environment = environment
        environment["ACTIVITY_RELAY"] = "http://127.0.0.1:\(way.port)"
        environment["ACTIVITY_TOKEN"] = "a-token-of-the-backend"
        environment["no_proxy"] = "*"
        return try ChildProgram(
            InstalledProgram.path(backend.interpreter), [path, name, "u-7", String(steps)], environment: environment)
    }
}

/// A way to a relay that fails as it is told.
private final class Way {
    let port: Int
    private let process: ChildProgram

    init(to relay: ServedRelay, faults: [String]) throws {
        let script = "\(Fixtures.folder)/receiver/flaky_proxy.py"
        process = try ChildProgram(InstalledProgram.path("python3"), [script, String(relay.port)] + faults)
        let first = try #require(process.output.line { $0.contains("port") }, "\(process.errors.lines)")
        port = Int(try #require(JSONValue(first).number("/port")))
    }

    /// What was posted so far, and what became of it.
    var posts: [JSONValue] { process.output.lines.dropFirst().map { JSONValue($0) } }
}
