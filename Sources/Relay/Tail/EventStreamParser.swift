/// Takes server-sent events apart (HTML, "Server-sent events", section 9.2.6), in whatever pieces they come.
struct EventStreamParser {
    /// An event's data, and the last id that the stream gave.
    struct Event: Equatable {
        var id: String
        var data: String
    }

    /// The last id that the stream gave; "" for none.
    private(set) var lastId = ""
    /// Whether a comment came.
    private(set) var hasComment = false
    private var line: [UInt8] = []
    private var data: [String] = []
    private var id: String?
    private var isAfterReturn = false

    /// A line longer than this is none of a relay's: its rest is left out.
    private static let longestLine = 1024 * 1024

    /// The stream begins anew, on another connection: what was not whole is forgotten, the last id is not.
    mutating func reconnect() {
        line = []
        data = []
        id = nil
        isAfterReturn = false
    }

    /// The events that end with these bytes.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            defer { isAfterReturn = byte == 13 }
            switch byte {
            // CR LF is one end of a line.
            case 10 where isAfterReturn: continue
            case 10, 13:
                if let event = endLine() { events.append(event) }
            default: if line.count < Self.longestLine { line.append(byte) }
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if text.isEmpty { return endEvent() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1] : ""
        take(parts[0], String(value.first == " " ? value.dropFirst() : value))
        return nil
    }

    private mutating func take(_ field: Substring, _ value: String) {
        switch field {
        case "": hasComment = true
        case "data": data.append(value)
        case "id" where !value.utf8.contains(0): id = value
        default: break
        }
    }

    private mutating func endEvent() -> Event? {
        if let id { lastId = id }
        id = nil
        defer { data = [] }
        return data.isEmpty ? nil : Event(id: lastId, data: data.joined(separator: "\n"))
    }
}
