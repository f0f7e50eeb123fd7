import CNGHTTP2
import HTTPServer

/// The fields of an answer, laid out once; only the values change.
final class AnswerFields {
    private static let statusLength = 3
    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static let dateLength = 29
    private static let retryAfterLength = 20

    private let values: UnsafeMutablePointer<UInt8>
    private let fields: UnsafeMutablePointer<nghttp2_nv>
    private var date: DateCache
    private var ids: MessageIds

    private let id: UnsafeMutablePointer<UInt8>
    private let uniqueId: UnsafeMutablePointer<UInt8>
    private let dateText: UnsafeMutablePointer<UInt8>
    private let retryAfter: UnsafeMutablePointer<UInt8>

    /// Fields for answers from `second` on, Unix seconds.
    init(second: Int, seed: UInt64) {
        values = .allocate(capacity: 256)
        id = values + Self.statusLength
        uniqueId = id + MessageIds.length
        dateText = uniqueId + MessageIds.length
        retryAfter = dateText + Self.dateLength
        fields = .allocate(capacity: 5)
        date = DateCache(second: second)
        ids = MessageIds(seed: seed)
        fields[0] = Self.field(":status", values, Self.statusLength, NGHTTP2_NV_FLAG_NONE)
        // They are new in each answer: the table of fields is not to be filled with them.
        fields[1] = Self.field("apns-id", id, MessageIds.length, NGHTTP2_NV_FLAG_NO_INDEX)
        fields[2] = Self.field("apns-unique-id", uniqueId, MessageIds.length, NGHTTP2_NV_FLAG_NO_INDEX)
        fields[3] = Self.field("date", dateText, Self.dateLength, NGHTTP2_NV_FLAG_NONE)
        fields[4] = Self.field("retry-after", retryAfter, 0, NGHTTP2_NV_FLAG_NONE)
        writeDate()
    }

    deinit {
        values.deallocate()
        fields.deallocate()
    }

    private static func field(
        _ name: StaticString, _ value: UnsafeMutablePointer<UInt8>, _ length: Int, _ flag: nghttp2_nv_flag
    ) -> nghttp2_nv {
        nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name.utf8Start), value: value, namelen: name.utf8CodeUnitCount,
            valuelen: length, flags: UInt8(flag.rawValue | NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue))
    }

    /// Makes the date that of `second`.
    func update(second: Int) {
        guard date.second != second else { return }
        date.update(second: second)
        writeDate()
    }

    private func writeDate() {
        let text = date.line.dropFirst("Date: ".utf8.count).prefix(Self.dateLength)
        for (index, byte) in text.enumerated() { dateText[index] = byte }
    }

    /// Hands the fields of an answer to `body`; they hold until it returns. `request`: its id is told again.
    func use(
        _ answer: Answer, _ request: PushRequest, _ body: (UnsafePointer<nghttp2_nv>, Int) -> Void
    ) {
        var rest = answer.status
        for index in (0..<Self.statusLength).reversed() {
            values[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        if let given = request[.id], PushCheck.isMessageId(given) {
            _ = UnsafeMutableBufferPointer(start: id, count: MessageIds.length).update(fromContentsOf: given)
        } else {
            ids.write(to: id)
        }
        ids.write(to: uniqueId)
        if let seconds = answer.retryAfter {
            let text = String(seconds).utf8
            _ = UnsafeMutableBufferPointer(start: retryAfter, count: Self.retryAfterLength).update(from: text)
            fields[4].valuelen = text.count
        }
        body(fields, answer.retryAfter == nil ? 4 : 5)
    }
}
