/// wrk with the load: each request an event of a random activity, with a title that was never told before, so that each
/// event is worth a push, though not at once where its activity was pushed just before.
final class LoadGenerator {
    private let activities: Int
    private let wrk: String
    private let script: String
    private let output: String
    private var runs = 0

    init(activities: Int, in folder: TemporaryFolder) throws {
        self.activities = activities
        wrk = try Programs.installed("wrk")
        script = folder.file("load.lua")
        output = folder.file("wrk.out")
        try File.write(Array(Self.text.utf8), to: script)
    }

    /// Loads the server on that port of this machine.
    func run(_ load: Load, port: Int) throws -> LoadResult {
        runs += 1
        let child = try ChildProcess(
            wrk,
            [
                "-t1", "-c\(load.connections)", "-d\(load.seconds)s", "--timeout", "10s", "-s", script,
                "http://127.0.0.1:\(port)/v1/events", "--", String(runs),
                String(load.activities ?? activities), load.hasEventIds ? "ids" : "",
                load.checksEachStatus ? "check" : "",
            ], output: output)
        defer { child.stop() }
        try child.waitForSuccess()
        return try LoadResult(File.text(of: output))
    }

    /// Its arguments are the number of the run, for sequences rise from run to run so that no event comes late, how many
    /// activities get events, whether events have ids, and whether each status is looked at.
    private static let text = """
        local run, count, activities, hasIds = 0, 0, 1, false
        local headers = { ["Content-Type"] = "application/json" }

        odd = 0

        function setup(thread)
            worker = thread
        end

        function init(args)
            run = tonumber(args[1])
            activities = tonumber(args[2])
            hasIds = args[3] == "ids"
            if args[4] == "check" then
                response = function(status)
                    if status < 200 or status > 299 then odd = odd + 1 end
                end
            end
            math.randomseed(run)
        end

        function request()
            count = count + 1
            local number = math.random(activities) - 1
            local id = hasIds and string.format('"eventId":"evt-%03d-%010d",', run, count) or ""
            local body = string.format(
                '{"conversionId":"gen-%07d","subscriberId":"user-%07d",%s"type":"update",'
                .. '"sequence":%d,"status":"generating","progress":%.4f,'
                .. '"trackTitle":"Midnight drive, take %d of run %d",'
                .. '"subtitle":"Rendering the second verse","accentColor":"#FF8800"}',
                number, number, id, run * 100000000 + count, math.random() * 0.65, count, run)
            return wrk.format("POST", "/v1/events", headers, body)
        end

        function done(summary, latency, requests)
            local errors = summary.errors
            local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
                + worker:get("odd")
            io.write(string.format("result %d %d %d %d %d\\n", summary.requests, summary.duration, failures,
                latency:percentile(50), latency:percentile(99)))
        end

        """
}
