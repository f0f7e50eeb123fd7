import JSON

/// What APNs says of a push that it does not take: `reason`, and of a dead token `timestamp`.
struct APNsAnswer: Equatable {
    /// Why, in Apple's word; empty where none is given.
    var reason = ""
    /// Since when the token is of no use, Unix seconds.
    var since: Double?

    /// The reason as a word for a log, letters alone: it is a peer's; nil where none is given.
    var word: String? {
        let word = String(reason.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        return word.isEmpty ? nil : word
    }

    /// Reads a body; what is no such answer gives no reason.
    init(_ body: [UInt8]) {
        var reader = JSONReader(body)
        try? read(&reader)
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
        var names: Set<String> = []
        try reader.beginObject()
        while let name = try reader.nextKey(unique: &names) {
            switch (name, try reader.peek()) {
            // Apple's own tables have a space in one of them.
            case ("reason", .string): reason = try reader.readString().filter { !$0.isWhitespace }
            case ("timestamp", .number): since = try reader.readDouble() / 1000
            default: try reader.skipValue()
            }
        }
    }
}
