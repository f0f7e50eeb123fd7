import JSON

/// The program `PlainCurlLoop`: libcurl as fast as C drives it.
struct PlainCurlLoop: TransportUnderTest {
    let name = "plain C libcurl loop"
    private let program: String
    private let output: String
    private let errors: String

    init(in folder: TemporaryFolder) throws {
        program = try Programs.plainCurlLoop()
        output = folder.file("plain-curl-loop.out")
        errors = folder.file("plain-curl-loop.err")
    }

    func run(_ load: TransportLoad) throws -> TransportResult {
        let child = try ChildProcess(
            program, [load.url, load.caFile, String(load.requests), String(load.window)], output: output,
            errors: errors)
        defer { child.stop() }
        guard (try? child.waitForSuccess()) != nil, let result = result(File.text(of: output)) else {
            throw BenchmarkFailure("PlainCurlLoop gave no result:\n\(File.text(of: errors))")
        }
        return result
    }

    private func result(_ output: String) -> TransportResult? {
        var reader = JSONReader(Array(output.utf8))
        guard let value = try? reader.readValue(),
            let requests = value["requests"]?.doubleValue, let failures = value["failures"]?.doubleValue,
            let seconds = value["seconds"]?.doubleValue, let cpuSeconds = value["cpuSeconds"]?.doubleValue,
            let connections = value["connections"]?.doubleValue
        else { return nil }
        return TransportResult(
            requests: Int(requests), failures: Int(failures), seconds: seconds, cpuSeconds: cpuSeconds,
            connections: Int(connections))
    }
}
