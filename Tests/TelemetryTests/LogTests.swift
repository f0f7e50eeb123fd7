import Synchronization
import Testing

@testable import Telemetry

@Suite struct LogTests {
    /// A sink that keeps what it gets.
    private final class Collector: Sendable {
        private let kept = Mutex<[LogRecord]>([])

        var records: [LogRecord] { kept.withLock { $0 } }

        func logger(level: LogLevel) -> Logger {
            Logger(level: level) { record in self.kept.withLock { $0.append(record) } }
        }
    }

    private func line(_ format: LogFormat, _ fields: LogField..., message: String = "hello") -> String {
        let record = LogRecord(level: .info, message: message, fields: fields)
        return String(decoding: format.render(record, at: 1_769_850_300.25), as: UTF8.self)
    }

    @Test("levels are ordered and parsed by their names alone")
    func levels() {
        #expect(LogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
        for level in LogLevel.allCases { #expect(LogLevel(level.description) == level) }
        for text in ["", "INFO", "warn", "info ", "trace"] { #expect(LogLevel(text) == nil) }
    }

    @Test("what is below the level is dropped, and its message not even made", arguments: LogLevel.allCases)
    func skip(level: LogLevel) {
        let collector = Collector()
        let logger = collector.logger(level: level)
        var made = 0
        func message() -> String {
            made += 1
            return "m"
        }
        logger.debug(message())
        logger.info(message())
        logger.warning(message())
        logger.error(message())
        logger.log(.info, message())
        let expected = ([.debug, .info, .warning, .error, .info] as [LogLevel]).filter { $0 >= level }
        #expect(collector.records.map(\.level) == expected)
        #expect(made == expected.count)
    }

    @Test("static fields come first")
    func staticFields() {
        let collector = Collector()
        let logger = collector.logger(level: .info).with(LogField("a", 1), LogField("b", "x"))
        logger.with(LogField("c", true)).info("m", LogField("d", 2.5))
        let fields = collector.records[0].fields
        #expect(fields == [LogField("a", 1), LogField("b", "x"), LogField("c", true), LogField("d", 2.5)])
        Logger.none.error("dropped")
    }

    @Test("a logfmt line")
    func logfmt() {
        #expect(
            line(
                .logfmt, LogField("n", 5), LogField("f", 0.5), LogField("ok", true), LogField("path", "/v1/a:b"),
                LogField("text", "two words"), LogField("empty", ""), LogField("eq", "a=b"), LogField("bad key=", "é"))
                == "time=2026-01-31T09:05:00.250Z level=info message=hello n=5 f=0.5 ok=true path=/v1/a:b "
                + "text=\"two words\" empty=\"\" eq=\"a=b\" bad_key_=\"é\"\n")
    }

    @Test("a JSON line")
    func json() {
        #expect(
            line(
                .json, LogField("n", Int64.min), LogField("u", UInt64.max), LogField("f", 1e300), LogField("ok", false),
                LogField("inf", Double.infinity), LogField("t\"", "a\\b"))
                == #"{"time":"2026-01-31T09:05:00.250Z","level":"info","message":"hello","n":-9223372036854775808,"#
                + #""u":9223372036854775807,"f":1e+300,"ok":false,"inf":"inf","t\"":"a\\b"}"# + "\n")
    }

    @Test("no text from outside breaks a line or reaches the terminal as a command", arguments: LogFormat.allCases)
    func escapes(format: LogFormat) {
        let harmful =
            (0...0x1f).map { UInt32($0) } + (0x7f...0x9f).map { UInt32($0) }
            + [0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069]
        for value in harmful {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            let line = line(format, LogField("k\(Character(scalar))", text), message: text)
            #expect(line.unicodeScalars.dropLast().allSatisfy { !harmful.contains($0.value) })
            #expect(line.unicodeScalars.last == "\n")
        }
        let forged = line(format, LogField("id", "x\nlevel=error message=\"forged\u{1b}[2J\r\n"))
        #expect(forged.utf8.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        let escaped = #""x\nlevel=error message=\"forged\u001b[2J\r\n""#
        #expect(forged.contains(escaped))
        #expect(line(format, LogField("id", "日本 👩‍👩‍👧 é")).contains("\"日本 👩‍👩‍👧 é\""))
    }
}
