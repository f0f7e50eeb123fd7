import Synchronization
import Telemetry
import Testing

/// A level that changes while loggers are in use.
@Suite struct LogThresholdTests {
    @Test func `loggers follow the level that they share`() {
        let lines = Mutex<[String]>([])
        let threshold = LogThreshold(.info)
        let logger = Logger(threshold: threshold) { record in lines.withLock { $0.append(record.message) } }
        let other = logger.with(LogField("a", 1))
        other.debug("1")
        threshold.level = .debug
        other.debug("2")
        logger.log(.debug, "3", [LogField("a", 1)])
        threshold.level = .error
        logger.warning("4")
        other.error("5")
        #expect(lines.withLock { $0 } == ["2", "3", "5"])
        #expect(threshold.level == .error)
    }
}
