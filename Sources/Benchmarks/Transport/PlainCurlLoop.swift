/// The program `PlainCurlLoop`: libcurl as fast as C drives it.
struct PlainCurlLoop: TransportUnderTest {
    let name = "plain C libcurl loop"
    private let program: String
    private let headers: String
    private let body: String
    private let output: String
    private let errors: String

    init(in folder: TemporaryFolder) throws {
        program = try Programs.plainCurlLoop()
        headers = folder.file("plain-curl-loop.headers")
        body = folder.file("plain-curl-loop.body")
        output = folder.file("plain-curl-loop.out")
        errors = folder.file("plain-curl-loop.err")
    }

    func run(_ load: TransportLoad) throws -> TransportResult {
        try File.write(Array(load.sample.headers.joined(separator: "\n").utf8), to: headers)
        try File.write(load.sample.body, to: body)
        let child = try ChildProcess(
            program, [load.url, load.caFile, headers, body, String(load.requests), String(load.window)],
            output: output, errors: errors)
        defer { child.stop() }
        guard (try? child.waitForSuccess()) != nil, let result = TransportResult(json: File.text(of: output)) else {
            throw BenchmarkFailure("PlainCurlLoop gave no result:\n\(File.text(of: errors))")
        }
        return result
    }
}
