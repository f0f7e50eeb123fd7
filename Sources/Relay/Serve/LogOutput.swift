import Synchronization
import Telemetry

/// The log on standard error, at a level and in a form that may change while it is written.
final class LogOutput: Sendable {
    private let threshold: LogThreshold
    private let format: Mutex<LogFormat>

    init(_ configuration: Configuration.LogConfiguration) {
        threshold = LogThreshold(configuration.level)
        format = Mutex(configuration.format)
    }

    /// Logs so from now on.
    func adopt(_ configuration: Configuration.LogConfiguration) {
        threshold.level = configuration.level
        format.withLock { $0 = configuration.format }
    }

    /// A logger that follows.
    var logger: Logger {
        Logger(threshold: threshold) { [self] record in
            StandardError.write(format.withLock { $0 }.render(record, at: WallClock.now()))
        }
    }
}
