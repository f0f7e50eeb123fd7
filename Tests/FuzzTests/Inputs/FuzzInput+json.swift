import JSON
import Telemetry

@testable import Push

extension FuzzInput {
    /// A JSON text: what is taken is written and read again as the same value, and skipped where it is read.
    static let json = FuzzInput(name: "json") { bytes in
        let value = try? read(bytes)
        if (value != nil) != isSkipped(bytes) { return "it is read or skipped, but not both" }
        guard let value else { return nil }
        var writer = JSONWriter(capacity: 64)
        writer.value(value)
        guard let again = try? read(writer.take()), again == value else { return "it is written as another value" }
        let canonical = value.canonical
        guard let third = try? read(Array(canonical.utf8)), third == value, third.canonical == canonical else {
            return "its normal form \(canonical) is another value"
        }
        return nil
    }

    /// The same limits for what is read first and what is read again: what is escaped grows.
    private static let limits = JSONLimits(depth: 32, textBytes: 1 << 20)

    static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, limits: limits)
        let value = try reader.readValue()
        try reader.finish()
        return value
    }

    /// Whether a text is passed over without a fault; a name that is there twice is no matter then.
    private static func isSkipped(_ bytes: [UInt8]) -> Bool {
        var reader = JSONReader(bytes, limits: limits)
        do {
            try reader.skipValue()
            try reader.finish()
            return true
        } catch {
            return false
        }
    }

    /// What APNs answers: whatever it is, there is a verdict, and its words hold no line break.
    static let answer = FuzzInput(name: "answer") { bytes in
        for status in [0, 200, 301, 400, 403, 410, 429, 503, 999] {
            let result = TransferResult(status: status, body: bytes)
            let verdict = APNsVerdict(result, of: push, .init(renewsToken: { false }, renewsConnection: { true }))
            if (200..<300).contains(status) != (verdict.outcome == .ok) { return "\(status) is \(verdict.outcome)" }
            if case .dead(_, let since?) = verdict.outcome, !since.isFinite { return "dead since \(since)" }
            if words(verdict.outcome).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
                return "\(verdict.outcome) would break a line of a log"
            }
        }
        return nil
    }

    private static func words(_ outcome: Outcome) -> String {
        switch outcome {
        case .ok: ""
        case .unknown(let text), .dropped(let text), .dead(let text, _): text
        case .retry(let failure): failure.detail
        }
    }

    /// An instant as text: what is taken is told again, to less than a millisecond.
    static let timestamp = FuzzInput(name: "timestamp") { bytes in
        guard let instant = Timestamp.parse(String(decoding: bytes, as: UTF8.self)) else { return nil }
        let text = Timestamp.rfc3339(instant)
        guard let again = Timestamp.parse(text), abs(again - instant) <= 0.001 else { return "\(instant) is \(text)" }
        return nil
    }
}
