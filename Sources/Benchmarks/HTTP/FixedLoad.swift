/// wrk with one and the same request: an event of 250 bytes.
final class FixedLoad {
    private let wrk: String
    private let script: String
    private let output: String

    init(in folder: TemporaryFolder) throws {
        wrk = try Programs.installed("wrk")
        script = folder.file("fixed.lua")
        output = folder.file("wrk.out")
        try File.write(Array(Self.text.utf8), to: script)
    }

    /// Loads the server on that port of this machine.
    func run(connections: Int, seconds: Int, port: Int) throws -> LoadResult {
        let child = try ChildProcess(
            wrk,
            [
                "-t1", "-c\(connections)", "-d\(seconds)s", "--timeout", "10s", "-s", script,
                "http://127.0.0.1:\(port)/v1/events",
            ], output: output)
        defer { child.stop() }
        try child.waitForSuccess()
        return try LoadResult(File.text(of: output))
    }

    /// An event, 250 bytes long.
    private static let event = """
        {"conversionId":"gen-0000001","subscriberId":"user-0000001","type":"update","sequence":12345678,\
        "status":"generating","progress":0.4375,"trackTitle":"Midnight drive, take 1234 of run 7","subtitle":\
        "Rendering the second verse","accentColor":"#FF8800"}
        """

    private static let text = """
        wrk.method = "POST"
        wrk.headers["Content-Type"] = "application/json"
        wrk.body = '\(event)'

        function done(summary, latency, requests)
            local errors = summary.errors
            local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
            io.write(string.format("result %d %d %d %d %d\\n", summary.requests, summary.duration, failures,
                latency:percentile(50), latency:percentile(99)))
        end

        """
}
