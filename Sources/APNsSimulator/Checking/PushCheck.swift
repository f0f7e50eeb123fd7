/// Checks the fields of a push, but for its provider token, in the order and with the reasons of APNs.
struct PushCheck: Sendable {
    /// What goes behind an app's bundle id in the topic of its Live Activities.
    static let topicSuffix = ".push-type.liveactivity"
    /// The longest collapse id, bytes.
    static let longestCollapseId = 64
    /// No date of our days is before this, Unix seconds (September 2001): what is smaller is a duration.
    static let earliestDate = 1e9

    /// The topics that are taken, each with the suffix, as bytes.
    private let topics: [[UInt8]]

    /// A check that knows these apps, by bundle id.
    init(bundleIds: [String]) {
        topics = bundleIds.map { Array(($0 + Self.topicSuffix).utf8) }
    }

    /// What is right about a push.
    struct Pass: Equatable, Sendable {
        /// Its topic's place among the app's.
        var topic: Int
        /// The instant until which APNs keeps it, Unix seconds; nil where it is not said, 0 for not at all.
        var expiration: Double?
    }

    /// The topic and the expiration of a push whose fields are in order.
    func check(_ request: PushRequest) throws(Refusal) -> Pass {
        if request.hasDuplicates { throw Refusal(.duplicateHeaders) }
        if let id = request[.id], !Self.isMessageId(id) { throw Refusal(.badMessageId) }
        let expiration = try Self.expiration(request[.expiration])
        try Self.checkPriority(request[.priority])
        guard request[.pushType]?.elementsEqual("liveactivity".utf8) == true else {
            throw Refusal(.invalidPushType)
        }
        let topic = try topic(request[.topic])
        if let id = request[.collapseId], id.count > Self.longestCollapseId { throw Refusal(.badCollapseId) }
        return Pass(topic: topic, expiration: expiration)
    }

    /// Whether it is a UUID in lower case: 8-4-4-4-12 hexadecimal digits.
    static func isMessageId(_ id: ArraySlice<UInt8>) -> Bool {
        guard id.count == 36 else { return false }
        for (index, byte) in id.enumerated() {
            switch index {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
            default:
                guard byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6 else { return false }
            }
        }
        return true
    }

    private static func expiration(_ text: ArraySlice<UInt8>?) throws(Refusal) -> Double? {
        guard let text else { return nil }
        // 15 digits are exact as a `Double`.
        guard !text.isEmpty, text.count <= 15 else { throw Refusal(.badExpirationDate) }
        var value = 0.0
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { throw Refusal(.badExpirationDate) }
            value = value * 10 + Double(digit)
        }
        return value
    }

    private static func checkPriority(_ text: ArraySlice<UInt8>?) throws(Refusal) {
        guard let text else { return }
        guard text.elementsEqual("5".utf8) || text.elementsEqual("10".utf8) else { throw Refusal(.badPriority) }
    }

    private func topic(_ text: ArraySlice<UInt8>?) throws(Refusal) -> Int {
        guard let text, !text.isEmpty else { throw Refusal(.missingTopic) }
        if let index = topics.firstIndex(where: { $0.elementsEqual(text) }) { return index }
        let suffix = Self.topicSuffix.utf8
        guard text.count > suffix.count, text.suffix(suffix.count).elementsEqual(suffix) else {
            throw Refusal(.badTopic)
        }
        throw Refusal(.topicDisallowed)
    }
}
