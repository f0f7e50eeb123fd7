import JSON
import TestSupport

/// Reads server-sent events from a port of this machine.
final class StreamClient {
    /// One message.
    struct Message: Equatable {
        var id: Int64?
        var data: JSONValue

        var phase: String? { data.text("/phase") }
        var progress: Double? { data.number("/contentState/progress") }
        var conversionId: String? { data.text("/conversionId") }
    }

    /// The head of the answer.
    let head: HTTPAnswer
    /// The id of the last message that had one.
    private(set) var lastId: Int64?
    private let client: HTTPClient
    private var text = ""

    init(port: Int, _ path: String, after id: Int64? = nil, headers: [(String, String)] = []) throws {
        client = try HTTPClient(port: port)
        let last = id.map { [("Last-Event-ID", "\($0)")] } ?? []
        try client.sendRequest("GET", path, headers: headers + last)
        head = try client.readAnswer()
    }

    convenience init(_ relay: ServedRelay, _ path: String, after id: Int64? = nil, token: String? = nil) throws {
        try self.init(
            port: relay.port, path, after: id, headers: token.map { [("Authorization", "Bearer \($0)")] } ?? [])
    }

    /// The next message; nil at the end of the stream. Comments are passed over.
    func next() throws -> Message? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                let block = text[..<end.lowerBound]
                text = String(text[end.upperBound...])
                if let message = message(block) { return message }
            } else if let chunk = try client.readChunk() {
                text += String(decoding: chunk, as: UTF8.self)
            } else {
                return nil
            }
        }
    }

    private func message(_ block: Substring) -> Message? {
        var id: Int64?
        var data: String?
        for line in block.split(separator: "\n") {
            if line.hasPrefix("id: ") { id = Int64(line.dropFirst(4)) }
            if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
        }
        lastId = id ?? lastId
        return data.map { Message(id: id, data: JSONValue($0)) }
    }

    /// So many messages, fewer where the stream ends before.
    func take(_ count: Int) throws -> [Message] {
        var messages: [Message] = []
        while messages.count < count, let message = try next() { messages.append(message) }
        return messages
    }

    /// All that comes until the stream ends.
    func rest() throws -> [Message] { try take(.max) }

    func close() { client.close() }
}
