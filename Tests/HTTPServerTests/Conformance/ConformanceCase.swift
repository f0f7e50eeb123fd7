import Testing

/// What a client sends on a connection of its own, and what must come of it.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
    /// Whether the server keeps the connection.
    enum Ending: Sendable { case kept, closed }

    /// The RFC and section that say so, `9112-6.3`.
    let section: String
    let name: String
    let input: [UInt8]
    /// What is sent once the first answer has come.
    let then: [UInt8]
    /// Whether the client shuts its write side when all is sent.
    let ends: Bool
    /// The statuses of all answers, interim ones too, in order.
    let statuses: [Int]
    let ending: Ending
    /// What the handler takes, each request as `METHOD target [body]`.
    let seen: [String]
    /// Beginnings of lines that the last answer must have, and after `!` of those that it must not have.
    let fields: [String]
    /// The answers that have no body whatever their length says.
    let bodiless: Set<Int>

    /// `outcome`: statuses and `keep` or `close`, as `"200 400 close"`. In texts a character is a byte (Latin-1).
    init(
        _ section: String, _ name: String, _ input: String, _ outcome: String, seen: [String], then: String = "",
        ends: Bool = false, fields: [String] = [], bodiless: Set<Int> = []
    ) {
        self.section = section
        self.name = name
        self.input = Self.bytes(input)
        self.then = Self.bytes(then)
        self.ends = ends
        let words = outcome.split(separator: " ")
        statuses = words.compactMap { Int($0) }
        ending = words.last == "keep" ? .kept : .closed
        self.seen = seen
        self.fields = fields
        self.bodiless = bodiless
    }

    init(
        _ section: String, _ name: String, _ input: String, _ outcome: String, _ seen: String..., then: String = "",
        ends: Bool = false, fields: [String] = [], bodiless: Set<Int> = []
    ) {
        self.init(
            section, name, input, outcome, seen: seen, then: then, ends: ends, fields: fields, bodiless: bodiless)
    }

    private static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    var testDescription: String { "\(section): \(name)" }

    /// All of them.
    static let all: [ConformanceCase] =
        lengths + codings + chunks + requestLines + targets + lineEnds + fieldLines + hosts + expectations + exchanges
        + connections
}

/// The beginnings of good requests.
enum Text {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
    static let post = "POST / HTTP/1.1\r\nHost: a\r\n"
    static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    /// What follows a request whose end is in doubt; whoever is told the wrong end takes it for a request.
    static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"
    static let seenHidden = "GET /hidden []"

    /// So many letters.
    static func long(_ count: Int) -> String { String(repeating: "a", count: count) }

    /// A GET with one more line.
    static func field(_ line: String) -> String { "\(get)\(line)\r\n\r\n" }

    /// A POST with these lines and body, and a request after it.
    static func posting(_ lines: String, _ body: String) -> String { "\(post)\(lines)\r\n\r\n\(body)\(hidden)" }

    /// A request with this line, else good.
    static func line(_ text: String) -> String { "\(text)\r\nHost: a\r\n\r\n" }
}
