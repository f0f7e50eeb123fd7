import HTTPServer

/// What the command line says.
struct Options: Sendable {
    /// Where pushes are taken.
    var listen = ListenAddress.tcp(host: "127.0.0.1", port: 2197)
    /// Where the control port is.
    var control = ListenAddress.tcp(host: "127.0.0.1", port: 2198)
    /// Where certificate, keys and the relay's configuration are.
    var directory = "./data/apns"
    /// The team ids and, at the same places, key ids.
    var teams: [String] = []
    var keys: [String] = []
    /// The bundle ids of the apps.
    var topics: [String] = []
    /// How many pushes are kept for each token.
    var record = 0
    /// How far the clock is ahead, seconds.
    var clockOffset = 0.0
    /// The bounds of the push port.
    var limits = PushLimits()
    var isQuiet = false
    var wantsHelp = false

    static let usualTeam = "SIMULATOR1"
    static let usualKey = "SIMULATED1"
    static let usualTopic = "com.example.app"

    /// Reads arguments; `--name VALUE` and `--name=VALUE` are the same.
    init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quiet": isQuiet = true
            case "--help", "-h": wantsHelp = true
            default: try take(argument, &rest)
            }
        }
        if teams.isEmpty { teams = [Self.usualTeam] }
        if keys.isEmpty { keys = [Self.usualKey] }
        if topics.isEmpty { topics = [Self.usualTopic] }
        // One team for all keys may be said once.
        if teams.count == 1 { teams = Array(repeating: teams[0], count: keys.count) }
        guard teams.count == keys.count else {
            throw UsageError("there are \(teams.count) --team and \(keys.count) --key")
        }
        guard Set(keys).count == keys.count else { throw UsageError("a --key is given twice") }
    }

    private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard Self.names.contains(name) else { throw UsageError("unknown option or argument \(name)") }
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
            throw UsageError("\(name) needs a value")
        }
        switch name {
        case "--listen": listen = try Self.address(name, value)
        case "--control": control = try Self.address(name, value)
        case "--directory": directory = value
        case "--team": teams.append(try Self.id(name, value))
        case "--key": keys.append(try Self.id(name, value))
        case "--topic": topics.append(try Self.id(name, value))
        case "--record": record = try Self.number(name, value, 0...100_000)
        case "--streams": limits.streams = try Self.number(name, value, 1...100_000)
        case "--first-streams": limits.firstStreams = try Self.number(name, value, 1...100_000)
        case "--rapid-reset": limits.resetsPerSecond = try Self.number(name, value, 0...1_000_000)
        default: clockOffset = Double(try Self.number(name, value, -1_000_000_000...1_000_000_000))
        }
    }

    private static let names: Set<String> = [
        "--listen", "--control", "--directory", "--team", "--key", "--topic", "--record", "--streams",
        "--first-streams", "--rapid-reset", "--clock-offset",
    ]

    // MARK: Values

    private static func number(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// An id that can be part of a file's name.
    private static func id(_ name: String, _ text: String) throws(UsageError) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || "-_.".utf8.contains(byte)
        }
        guard isPlain, !text.isEmpty, text.utf8.count <= 128 else {
            throw UsageError("\(name) takes 1 to 128 letters, digits, dots, - and _")
        }
        return text
    }

    private static func address(_ name: String, _ text: String) throws(UsageError) -> ListenAddress {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw UsageError("\(name) takes HOST:PORT, as 127.0.0.1:2197; port 0 is any free one")
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { throw UsageError("\(name) takes HOST:PORT; there is no host in \(text)") }
        return .tcp(host: String(host), port: Int(port))
    }
}
