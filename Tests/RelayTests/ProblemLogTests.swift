import HTTPServer
import Synchronization
import Telemetry
import Testing

@testable import Relay

/// What of answers is logged.
@Suite struct ProblemLogTests {
    private func records(_ responses: [Response], level: LogLevel) -> [String] {
        let lines = Mutex<[String]>([])
        let logger = Logger(level: level) { record in
            let fields = record.fields.map { "\($0.key)=\($0.value)" }
            lines.withLock { $0.append("\(record.level) " + fields.joined(separator: " ")) }
        }
        let log = ProblemLog(logger) { 0 }
        for response in responses { log.note(response, to: nil, "id-1", TrustedProxies()) }
        return lines.withLock { $0 }
    }

    private static let responses = [
        Response(status: 200), Response(Problem(status: 404, detail: "not there")), .unavailable("too much"),
        Response(status: 503, json: []),
    ]

    @Test func `problems are, 4xx at debug and 5xx at warning`() {
        let lines = records(Self.responses, level: .debug)
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("debug ") == true && lines.first?.contains("not there") == true)
        #expect(lines.last?.hasPrefix("warning ") == true && lines.last?.contains("too much") == true)
        #expect(lines.allSatisfy { $0.contains("id-1") })
        #expect(records(Self.responses, level: .info).count == 1)
    }

    @Test func `a flood of them in part`() {
        let flood = Array(repeating: Response.unavailable("too much"), count: 1000)
        #expect(records(flood, level: .info).count == LineBudget.most)
    }
}
