import JSON
import TestSupport
import Testing

@testable import Relay

/// The article on settings lists what the code asks for, no more and no less, with the defaults of `Config/relay.json`.
@Suite struct `Settings article` {
    /// What all keys of a sender's own stand below, as the variable of a sender called "any" has it.
    private static let sender = "RELAY_SENDERS_ANY_"

    @Test func `every setting has its row, and every row is of a setting`() throws {
        let asked = try Self.asked()
        let listed = Set(try rows().map(\.variable)).subtracting(Self.objects(among: asked))
        #expect(asked.subtracting(listed).sorted() == [], "not in Settings.md")
        #expect(listed.subtracting(asked).sorted() == [], "in Settings.md alone")
        #expect(asked.count > 60)
    }

    @Test func `the defaults are those of the whole configuration`() throws {
        let whole = try Fixtures.json("../../Config/relay.json")
        var compared = 0
        for row in try rows() where !row.variable.hasPrefix(Self.sender) {
            let pointer = "/" + row.key.split(separator: ".").joined(separator: "/")
            guard let value = whole.at(pointer), let text = Self.text(value) else { continue }
            #expect(row.defaultValue == text, "\(row.key)")
            compared += 1
        }
        #expect(compared > 30)
    }

    // MARK: The article

    private struct Row {
        var key: String
        var variable: String
        var defaultValue: String
    }

    /// The rows of all tables whose first column is a key.
    private func rows() throws -> [Row] {
        let text = String(decoding: Fixtures.bytes("../../Sources/Relay/Relay.docc/Settings.md"), as: UTF8.self)
        var rows: [Row] = []
        var prefix = ""
        var isOfKeys = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("Of a sender of the type") { prefix = "senders.any." }
            if line.hasPrefix("## ") { prefix = "" }
            guard line.hasPrefix("|") else {
                isOfKeys = false
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(Self.trimmed)
            if cells[1] == "key" { isOfKeys = true }
            guard isOfKeys, cells[1].hasPrefix("`") else { continue }
            for name in cells[1].split(separator: ",") {
                let key = prefix + Self.plain(Self.trimmed(name)).split(separator: "NAME").joined(separator: "any")
                rows.append(Row(key: key, variable: Self.variable(key), defaultValue: Self.plain(cells[3])))
            }
        }
        return rows
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0 == " " }
        return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
    }

    private static func plain(_ cell: String) -> String { cell.filter { $0 != "`" } }

    private static func variable(_ key: String) -> String {
        ConfigurationSource.variable(
            key.split(separator: ".").map { String($0.hasSuffix("[]") ? $0.dropLast(2) : $0) })
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .null: "null"
        case .string(let text): text
        case .object, .array: nil
        default: value.canonical
        }
    }

    // MARK: The code

    /// The variables that a configuration with everything in it is asked for, without positions in lists.
    private static func consulted() throws -> Set<String> {
        var consulted: Set<String> = []
        for sender in [#"{"type":"webhook","secret":{}}"#, #"{"type":"apns","sandbox":{}}"#] {
            let source = ConfigurationSource(environment: [:]) { _ in nil }
            let text = """
                {"auth":{"tokens":[{}],"webhookSecrets":[{}],"subscriberKey":{}},"stages":[{}],
                 "senders":{"any":\(sender)}}
                """
            #expect(throws: ConfigurationFaults.self) { try ConfigurationReader(source: source).read(text) }
            consulted.formUnion(source.consulted)
        }
        return Set(
            consulted.map { name in name.split(separator: "_").filter { Int($0) == nil }.joined(separator: "_") })
    }

    /// The settings among them: no objects of others, but for those that say where a secret stands, and a sender's own
    /// `contentState`, which has the rows of the common one.
    private static func asked() throws -> Set<String> {
        let consulted = try consulted()
        let places = consulted.filter { consulted.contains("\($0)_ENV") && consulted.contains("\($0)_FILE") }
        return consulted.filter { name in
            if places.contains(name) || name == "\(sender)CONTENT_STATE" { return true }
            if name.hasPrefix("\(sender)CONTENT_STATE_") { return false }
            if places.contains(where: { name == "\($0)_ENV" || name == "\($0)_FILE" }) { return false }
            return !consulted.contains { $0.hasPrefix("\(name)_") }
        }
    }

    /// Those rows that are of objects whose parts have rows too: what can be said of them is said of their parts.
    private static func objects(among asked: Set<String>) -> [String] {
        ["LISTEN", "STAGES", "SENDERS", "AUTH_TOKENS"].map { "RELAY_\($0)" }.filter { !asked.contains($0) }
    }
}
