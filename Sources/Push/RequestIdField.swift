import ActivityResolver
import Crypto

/// The header field in which a request carries the id of its push.
public enum RequestIdField: String, Equatable, Sendable {
    /// APNs': a UUID.
    case apnsId = "apns-id"
    /// That of Standard Webhooks 1.0.0: a message's name.
    case webhookId = "webhook-id"

    /// The id of the push of that number to that target, handed over at `sentAt`, Unix seconds: for this push alone, and
    /// the same whenever it is asked for (contract, "Push").
    public func id(conversionId: String, target: String, number: Int, sentAt: Double) -> String {
        let digits = Self.digits(conversionId: conversionId, target: target, number: number, sentAt: sentAt)
        switch self {
        case .apnsId: return Self.uuid(digits)
        case .webhookId: return "msg_" + digits
        }
    }

    /// 32 hexadecimal digits that stand for that push alone.
    static func digits(conversionId: String, target: String, number: Int, sentAt: Double) -> String {
        let name = SHA256.prefix128("\(conversionId)\n\(target)\n\(number)\n\(sentAt)")
        return [name.high, name.low].map { Hex.encode(bytes(of: $0)) }.joined()
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// 32 hexadecimal digits as a lower-case UUID of version 8, the one that is anybody's own (RFC 9562, section 5.8).
    private static func uuid(_ digits: String) -> String {
        var digits = Array(digits.utf8)
        digits[12] = UInt8(ascii: "8")
        digits[16] = UInt8(ascii: "a")
        var id: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { id.append(UInt8(ascii: "-")) }
            id.append(digit)
        }
        return String(decoding: id, as: UTF8.self)
    }
}

extension Push {
    /// 32 hexadecimal digits that stand for this push alone.
    var identity: String {
        RequestIdField.digits(
            conversionId: conversionId, target: planned.target, number: number, sentAt: sentAt)
    }

    /// The id that its request carries in that field.
    func id(for field: RequestIdField) -> String {
        field.id(conversionId: conversionId, target: planned.target, number: number, sentAt: sentAt)
    }
}
