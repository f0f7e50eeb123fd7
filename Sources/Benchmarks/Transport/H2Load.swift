/// h2load, the load generator that comes with nghttpd: HTTP/2 without libcurl, each request the same as the last.
struct H2Load: TransportUnderTest {
    let name: String
    let lowestRatio: Double?
    /// How many requests are under way at a time, whatever the load says.
    private let streams: Int
    private let program: String
    private let body: String
    private let output: String

    init(streams: Int, lowestRatio: Double? = nil, in folder: TemporaryFolder) throws {
        name = "h2load -c1 -m\(streams)"
        self.streams = streams
        self.lowestRatio = lowestRatio
        program = try Programs.installed("h2load", package: "nghttp2-client")
        body = folder.file("h2load.body")
        output = folder.file("h2load.out")
    }

    func run(_ load: TransportLoad) throws -> TransportResult {
        let bodyText = String(decoding: load.sample.body, as: UTF8.self)
        try File.write(Array(SampleRequest.unnumbered(bodyText).utf8), to: body)
        let headers = load.sample.headers.flatMap { ["-H", SampleRequest.unnumbered($0)] }
        let url = SampleRequest.unnumbered(load.url)
        let before = ProcessUsage.endedChildrenCPUSeconds
        let child = try ChildProcess(
            program, ["-n\(load.requests)", "-c1", "-t1", "-m\(streams)", "-d", body] + headers + [url],
            output: output)
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
