/// The Python library aioapns, in a Python of the benchmark's own that pip installs it into.
struct Aioapns: TransportUnderTest {
    let name: String
    /// Of how many of a load's requests it sends one: it takes longer for each.
    static let share = 5

    private static let version = "4.0"
    private let concurrency: Int
    private let simulator: SimulatorPeer
    private let python: String
    private let script: String
    private let body: String
    private let output: String
    private let errors: String

    /// Installs it. `concurrency`: how many pushes are under way at a time.
    init(_ simulator: SimulatorPeer, concurrency: Int, in folder: TemporaryFolder) throws {
        name = "aioapns \(Self.version), \(concurrency) at a time"
        self.concurrency = concurrency
        self.simulator = simulator
        script = folder.file("pushes.py")
        body = folder.file("aioapns.body")
        output = folder.file("aioapns.out")
        errors = folder.file("aioapns.err")
        python = try Self.install(in: folder, log: errors)
        try File.write(Array(AioapnsScript.text.utf8), to: script)
    }

    private static func install(in folder: TemporaryFolder, log: String) throws -> String {
        let environment = folder.file("aioapns")
        let system = try Programs.installed("python3")
        guard (try? run(system, ["-m", "venv", environment], log)) != nil else {
            throw MissingTool(name: "a python3 that makes environments with pip", package: "python3-venv")
        }
        let python = "\(environment)/bin/python"
        guard (try? run(python, ["-m", "pip", "install", "--quiet", "aioapns==\(version)"], log)) != nil else {
            throw BenchmarkFailure("pip could not install aioapns \(version):\n\(File.text(of: log))")
        }
        return python
    }

    private static func run(_ program: String, _ arguments: [String], _ log: String) throws {
        let child = try ChildProcess(program, arguments, errors: log)
        defer { child.stop() }
        try child.waitForSuccess()
    }

    func run(_ load: TransportLoad) throws -> TransportResult {
        try File.write(load.sample.body, to: body)
        let address = simulator.url.split(separator: "/").last?.split(separator: ":").map(String.init) ?? []
        let token = load.url.split(separator: "/").last.map(String.init) ?? ""
        let arguments =
            [script] + address
            + [
                load.caFile, simulator.keyFile, simulator.keyId, simulator.teamId,
                simulator.bundleId + ".push-type.liveactivity", token, body, String(load.requests / Self.share),
                String(concurrency),
            ]
        let child = try ChildProcess(python, arguments, output: output, errors: errors)
        defer { child.stop() }
        guard (try? child.waitForSuccess()) != nil, let result = TransportResult(json: File.text(of: output)) else {
            throw BenchmarkFailure("aioapns gave no result:\n\(File.text(of: errors))")
        }
        return result
    }
}
