import HTTPServer

/// Who follows what, and who is to be told of a change. Pure; `Handle` is where a reader's answer goes.
struct StreamTable<Handle: Sendable>: Sendable {
    typealias Piece = (Handle, StreamPiece)

    /// How many streams one subscriber's tokens open at once.
    static var mostOfSubscriber: Int { 100 }
    /// How many messages are kept for a reader who is yet to be told the current state; with more it has to come back.
    static var longestBacklog: Int { 1000 }

    private var topics: [StreamTopic: [Int: StreamReader<Handle>]] = [:]
    private var topicOf: [Int: StreamTopic] = [:]
    private var ofSubscriber: [String: Int] = [:]
    private var lastNumber = 0
    private var behind: UInt64 = 0
    private var revoked: UInt64 = 0

    /// How many read.
    var count: Int { topicOf.count }

    /// How many read, and how many were cut so far.
    var counts: StreamCounts { StreamCounts(open: count, behind: behind, revoked: revoked) }

    /// Takes a reader in; its number, or nil where its subscriber has too many already.
    mutating func add(_ reader: StreamReader<Handle>) -> Int? {
        if let subscriberId = reader.subscriberId {
            let others = ofSubscriber[subscriberId] ?? 0
            guard others < Self.mostOfSubscriber else { return nil }
            ofSubscriber[subscriberId] = others + 1
        }
        lastNumber += 1
        topics[reader.topic, default: [:]][lastNumber] = reader
        topicOf[lastNumber] = reader.topic
        return lastNumber
    }

    /// Forgets a reader; nothing happens where it is not there any more.
    mutating func remove(_ number: Int) {
        guard let topic = topicOf.removeValue(forKey: number) else { return }
        let reader = topics[topic]?.removeValue(forKey: number)
        if topics[topic]?.isEmpty ?? false { topics[topic] = nil }
        guard let subscriberId = reader?.subscriberId, let others = ofSubscriber[subscriberId] else { return }
        ofSubscriber[subscriberId] = others > 1 ? others - 1 : nil
    }

    // MARK: Changes

    /// What is to be sent of a change, its message made once, and only where somebody reads it.
    mutating func publish(_ change: ActivityChange) -> [Piece] {
        var pieces: [Piece] = []
        var made: StreamMessage?
        for topic in Self.topics(of: change) where topics[topic] != nil {
            for (number, reader) in topics[topic] ?? [:]
            where reader.subscriberId == nil || reader.subscriberId == change.subscriberId {
                made = made ?? StreamMessage(change)
                tell(number, reader, topic, made, isLast: change.isLast && topic.isOfOneActivity, &pieces)
            }
        }
        return pieces
    }

    private static func topics(of change: ActivityChange) -> [StreamTopic] {
        [.activity(change.conversionId)] + (change.subscriberId.map { [.subscriber($0)] } ?? []) + [.all]
    }

    private mutating func tell(
        _ number: Int, _ reader: StreamReader<Handle>, _ topic: StreamTopic, _ message: StreamMessage?,
        isLast: Bool, _ pieces: inout [Piece]
    ) {
        guard let backlog = reader.backlog else {
            if let message { pieces.append((reader.handle, .chunk(message.chunk))) }
            if isLast {
                pieces.append((reader.handle, .end))
                remove(number)
            }
            return
        }
        if let message, backlog.count < Self.longestBacklog {
            topics[topic]?[number]?.backlog?.append((message, isLast))
        } else {
            // It was forgotten, or has too much to be told: whoever comes back begins with what is then.
            topics[topic]?[number]?.isCut = true
        }
    }

    // MARK: Beginning

    /// What came for a reader while it was told the current state, without what that held already: `covered` is up to
    /// where, by activity. To be sent and asked for again until nothing comes, which is nil; then the reader is live.
    mutating func catchUp(_ number: Int, covered: [String: Int64]) -> [StreamPiece]? {
        guard let topic = topicOf[number], let reader = topics[topic]?[number], let backlog = reader.backlog else {
            return nil
        }
        var pieces: [StreamPiece] = []
        for (message, isLast) in backlog {
            if let id = message.id, let known = covered[message.conversionId], id <= known { continue }
            pieces.append(.chunk(message.chunk))
            if isLast {
                remove(number)
                return pieces + [.end]
            }
        }
        if reader.isCut {
            behind += 1
            remove(number)
            return pieces + [.end]
        }
        topics[topic]?[number]?.backlog = backlog.isEmpty ? nil : []
        return backlog.isEmpty ? nil : pieces
    }

    // MARK: Access

    /// Forgets those who may not read on; their ends are to be sent.
    mutating func check(_ access: AccessControl) -> [Piece] {
        var pieces: [Piece] = []
        for (number, topic) in topicOf {
            guard let reader = topics[topic]?[number], !reader.isAllowed(access) else { continue }
            pieces.append((reader.handle, .end))
            revoked += 1
            remove(number)
        }
        return pieces
    }
}

extension StreamTopic {
    /// Whether an activity's end is its own.
    fileprivate var isOfOneActivity: Bool {
        if case .activity = self { true } else { false }
    }
}
