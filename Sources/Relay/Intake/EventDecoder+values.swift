import ActivityResolver
import JSON
import Telemetry

extension EventDecoder {
    /// Above this a number is no instant in seconds but one in milliseconds.
    static let latestInstant = 1e11

    /// 1–128 of `A-Z a-z 0-9 . _ : -`, not `.` or `..`.
    static func isConversionId(_ text: String) -> Bool {
        guard (1...128).contains(text.utf8.count), text != ".", text != ".." else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }

    static func conversionId(_ reader: inout JSONReader, expected: String?) throws(JSONError) -> String {
        let text = try reader.readString()
        guard isConversionId(text) else {
            throw reader.fault("a conversionId is 1 to 128 of A-Z a-z 0-9 . _ : -, and neither \".\" nor \"..\"")
        }
        if let expected, expected != text { throw reader.fault("the path names another conversionId: \(expected)") }
        return text
    }

    /// An id of 1 to 256 characters; null or blanks alone are as absent.
    static func identifier(_ reader: inout JSONReader) throws(JSONError) -> String? {
        guard case .set(let text) = try text(&reader, atMost: 256) else { return nil }
        return text
    }

    /// A text of at most so many characters (grapheme clusters); null or blanks alone clear.
    static func text(_ reader: inout JSONReader, atMost limit: Int) throws(JSONError) -> Field<String> {
        if try reader.readNull() { return .cleared }
        let text = try reader.readString()
        // A cluster is at least one byte long, so most texts need no counting.
        if text.utf8.count > limit && text.count > limit {
            throw reader.fault("the text has \(text.count) characters; \(limit) are allowed")
        }
        return isBlank(text) ? .cleared : .set(text)
    }

    /// Whether a text is blanks alone; most are seen not to be by their first byte.
    static func isBlank(_ text: String) -> Bool {
        if let first = text.utf8.first, first > 0x20, first < 0x7F { return false }
        return text.allSatisfy(\.isWhitespace)
    }

    static func type(_ reader: inout JSONReader) throws(JSONError) -> EventType {
        let text = try reader.readString()
        if let type = EventType(rawValue: text) { return type }
        let known = EventType.allCases.map(\.rawValue)
        let hint = NearestName.of(text, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        throw reader.fault("\"\(LogText.shortened(text))\" is no type: \(known.joined(separator: ", "))\(hint)")
    }

    /// Unix seconds, or RFC 3339 text.
    static func instant(_ reader: inout JSONReader) throws(JSONError) -> Double {
        if try reader.peek() == .string {
            let text = try reader.readString()
            guard let instant = Timestamp.parse(text) else {
                throw reader.fault("\"\(LogText.shortened(text))\" is no RFC 3339 date-time")
            }
            return try checked(instant, reader)
        }
        return try checked(try reader.readDouble(), reader)
    }

    private static func checked(_ instant: Double, _ reader: borrowing JSONReader) throws(JSONError) -> Double {
        if instant > latestInstant {
            throw reader.fault("this looks like milliseconds; instants are Unix seconds")
        }
        if instant < 0 { throw reader.fault("an instant is Unix seconds, not before 1970") }
        return instant
    }

    static func bool(_ reader: inout JSONReader) throws(JSONError) -> Bool { try reader.readBool() }

    static func integer(_ reader: inout JSONReader) throws(JSONError) -> Int { try reader.readInteger() }

    static func number(_ reader: inout JSONReader) throws(JSONError) -> Double { try reader.readDouble() }

    static func attempt(_ reader: inout JSONReader) throws(JSONError) -> Int {
        let attempt = try reader.readInteger()
        guard attempt >= 1 else { throw reader.fault("attempts count from 1") }
        return attempt
    }

    static func position(_ reader: inout JSONReader) throws(JSONError) -> Int {
        let position = try reader.readInteger()
        guard position >= 0 else { throw reader.fault("a queuePosition is 1 or more, or 0 for not in line") }
        return position
    }

    static func progress(_ reader: inout JSONReader) throws(JSONError) -> Double {
        let progress = try reader.readDouble()
        if progress > 1 {
            let hint = progress >= 2 ? "; \(LogText.number(progress)) looks like percent: divide it by 100" : ""
            throw reader.fault("progress is 0 to 1, not percent\(hint)")
        }
        if progress < 0 { throw reader.fault("progress is 0 to 1") }
        return progress
    }

    static func color(_ reader: inout JSONReader) throws(JSONError) -> Field<String> {
        let text = try text(&reader, atMost: 64)
        guard case .set(let color) = text else { return text }
        let bytes = Array(color.utf8)
        let isHex = bytes.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#"), isHex else {
            throw reader.fault("a colour is #RRGGBB")
        }
        return text
    }
}
