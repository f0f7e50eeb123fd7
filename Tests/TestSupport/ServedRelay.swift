import Glibc
public import JSON

/// A relay at work on a free port of 127.0.0.1, its store in a temporary folder.
public final class ServedRelay {
    /// A relay that did not come to listen, with what it said.
    public struct Failure: Error { let errors: [String] }

    /// Where its store and files are.
    public let folder: TemporaryFolder
    /// The process.
    public let process: RelayProcess
    /// The port it listens on.
    public let port: Int

    /// Starts it and waits until it listens. `configuration`: the text of a configuration file.
    public init(
        folder: TemporaryFolder = TemporaryFolder(), configuration: String? = nil, arguments: [String]? = nil,
        under: [String] = [], environment: [String: String] = [:], output: ChildProgram.Output = .pipe
    ) throws {
        self.folder = folder
        var all = arguments ?? ["--listen", "127.0.0.1:0", "--store", "sqlite:\(folder.path("relay.db"))"]
        if let configuration { all += ["--config", folder.write("relay.json", configuration)] }
        process = try RelayProcess(all, under: under, environment: environment, folder: folder.path, output: output)
        guard let line = process.waitForLine({ $0.contains("message=listening") }),
            let port = line.split(separator: ":").last.flatMap({ Int($0) })
        else {
            process.terminate(SIGKILL)
            throw Failure(errors: process.errors.all())
        }
        self.port = port
    }

    // MARK: Requests

    /// A request on a connection of its own.
    public func request(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8]? = nil
    ) throws -> HTTPAnswer {
        try HTTPClient(port: port).request(method, path, headers: headers, body: body)
    }

    /// A `GET`.
    public func get(_ path: String, headers: [(String, String)] = []) throws -> HTTPAnswer {
        try request("GET", path, headers: headers)
    }

    /// A `POST` of JSON.
    @discardableResult
    public func post(_ path: String, _ body: String, headers: [(String, String)] = []) throws -> HTTPAnswer {
        try request(
            "POST", path, headers: [("Content-Type", "application/json")] + headers, body: Array(body.utf8))
    }

    /// Posts an event, or an array of them.
    @discardableResult
    public func event(_ body: String, headers: [(String, String)] = []) throws -> HTTPAnswer {
        try post("/v1/events", body, headers: headers)
    }

    /// The conversionIds of all activities, newest first.
    public func activities() throws -> [String] {
        try get("/v1/activities?limit=500").json["activities"]?.arrayValue?.compactMap { $0.text("/conversionId") }
            ?? []
    }

    // MARK: Pushes

    /// The pushes written so far.
    public var pushes: [JSONValue] { process.output.lines.map { JSONValue($0) } }

    /// The first push that `isWanted`, now or when it comes; nil where it does not come in time.
    public func push(
        within seconds: Double = TestClock.patience, where isWanted: (JSONValue) -> Bool
    ) -> JSONValue? {
        process.output.line(within: seconds) { isWanted(JSONValue($0)) }.map { JSONValue($0) }
    }

    /// The pushes that were written before that of an event of now, which is made for this and left out.
    ///
    /// What the relay had to send until now is among them.
    public func settledPushes(headers: [(String, String)] = []) throws -> [JSONValue] {
        markers += 1
        let id = "marker-\(process.id)-\(markers)"
        try event(#"{"conversionId":"\#(id)"}"#, headers: headers)
        _ = push { $0.text("/conversionId") == id }
        return pushes.filter { $0.text("/conversionId")?.hasPrefix("marker-") == false }
    }

    private var markers = 0

    // MARK: The end

    /// Ends it as a power cut would.
    public func crash() {
        process.terminate(SIGKILL)
        _ = process.waitForExit()
    }

    /// Asks it to stop and gives its exit code.
    @discardableResult
    public func stop() -> Int32? {
        process.terminate(SIGTERM)
        return process.waitForExit()
    }
}
