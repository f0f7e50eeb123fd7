/// h2load, the load generator that comes with nghttpd: HTTP/2 without libcurl, each request the same as the last.
struct H2Load: TransportUnderTest {
    let name = "h2load -c1 -m100"
    private let program: String
    private let body: String
    private let output: String

    init(in folder: TemporaryFolder) throws {
        program = try Programs.installed("h2load", package: "nghttp2-client")
        body = folder.file("h2load.body")
        output = folder.file("h2load.out")
        try File.write(SampleRequest.body, to: body)
    }

    func run(_ load: TransportLoad) throws -> TransportResult {
        let headers = SampleRequest.headers.flatMap { ["-H", "\($0.name): \($0.value)"] }
        let before = ProcessUsage.endedChildrenCPUSeconds
        let child = try ChildProcess(
            program, ["-n\(load.requests)", "-c1", "-t1", "-m100", "-d", body] + headers + [load.url], output: output)
        defer { child.stop() }
        try child.waitForSuccess()
        let cpuSeconds = ProcessUsage.endedChildrenCPUSeconds - before
        return try result(load, cpuSeconds, File.text(of: output))
    }

    /// Reads the lines `finished in 0.27s, 73113.85 req/s, …` and `status codes: 20000 2xx, …`.
    private func result(_ load: TransportLoad, _ cpuSeconds: Double, _ output: String) throws -> TransportResult {
        let words = output.split(whereSeparator: \.isWhitespace)
        guard let rate = Self.number(before: "req/s,", in: words), rate > 0,
            let answered = Self.number(before: "2xx,", in: words)
        else { throw BenchmarkFailure("h2load gave no result:\n\(output)") }
        return TransportResult(
            requests: load.requests, failures: load.requests - Int(answered), seconds: Double(load.requests) / rate,
            cpuSeconds: cpuSeconds, connections: 1)
    }

    private static func number(before word: String, in words: [Substring]) -> Double? {
        guard let index = words.firstIndex(where: { $0 == word }), index > 0 else { return nil }
        return Double(words[index - 1])
    }
}
