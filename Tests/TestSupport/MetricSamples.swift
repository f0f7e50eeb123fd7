/// What a text of Prometheus' format 0.0.4 holds, read strictly.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
public struct MetricSamples: Sendable {
    /// What is wrong with a text, and in which line.
    public struct Fault: Error { let line: String }

    /// The kinds of the metrics by name.
    public private(set) var kinds: [String: String] = [:]
    /// The values by name and labels, as they are written: `relay_activities{phase="active"}`.
    public private(set) var values: [String: Double] = [:]
    /// The names of the labels that a metric's samples have, without the bounds of a histogram's buckets.
    public private(set) var labels: [String: Set<String>] = [:]
    private var helped: Set<String> = []
    private var current = ""

    /// Reads a text; throws the first line that does not belong where it is.
    public init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Fault(line: "the last line has no end") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            guard try take(String(line)) else { throw Fault(line: String(line)) }
        }
    }

    /// The value of that name and those labels.
    public subscript(name: String) -> Double? { values[name] }

    private mutating func take(_ line: String) throws -> Bool {
        if line.hasPrefix("# HELP ") { return takeHelp(line) }
        if line.hasPrefix("# TYPE ") { return takeType(line) }
        return try takeSample(line)
    }

    private mutating func takeHelp(_ line: String) -> Bool {
        let parts = line.split(separator: " ", maxSplits: 3)
        guard parts.count == 4, Self.isName(parts[2]), helped.insert(String(parts[2])).inserted else { return false }
        current = String(parts[2])
        let rest = parts[3].replacing(#"\\"#, with: "").replacing(#"\n"#, with: "")
        return !rest.contains("\\")
    }

    private mutating func takeType(_ line: String) -> Bool {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[2] == current, kinds[current] == nil else { return false }
        kinds[current] = String(parts[3])
        return ["counter", "gauge", "histogram"].contains(parts[3])
    }

    private mutating func takeSample(_ line: String) throws -> Bool {
        guard let blank = line.lastIndex(of: " "), let value = Self.number(line[line.index(after: blank)...]) else {
            return false
        }
        let series = line[..<blank]
        let name = series.prefix { $0 != "{" }
        guard Self.isName(name), belongs(name), let labels = Self.labels(series.dropFirst(name.count)) else {
            return false
        }
        if kinds[current] != "gauge", value < 0 { return false }
        self.labels[current, default: []].formUnion(labels.subtracting(["le"]))
        return values.updateValue(value, forKey: String(series)) == nil
    }

    private func belongs(_ name: Substring) -> Bool {
        guard let kind = kinds[current] else { return false }
        let suffixes = kind == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        return suffixes.contains { name == current + $0 }
    }

    private static func isName(_ name: Substring) -> Bool {
        (try? /[a-zA-Z_:][a-zA-Z0-9_:]*/.wholeMatch(in: name)) != nil
    }

    /// The names of labels; nil where they are none.
    private static func labels(_ text: Substring) -> Set<String>? {
        let label = #/([a-zA-Z_][a-zA-Z0-9_]*)="(?:[^"\\\n]|\\["\\n])*"/#
        guard !text.isEmpty else { return [] }
        guard text.first == "{", text.last == "}" else { return nil }
        var names: Set<String> = []
        var rest = text.dropFirst().dropLast()
        while let match = rest.prefixMatch(of: label) {
            names.insert(String(match.1))
            rest = rest[match.range.upperBound...]
            if rest.isEmpty { return names }
            guard rest.first == "," else { return nil }
            rest = rest.dropFirst()
        }
        return nil
    }

    private static func number(_ text: Substring) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default: text.contains(where: { $0.isLetter && $0 != "e" }) ? nil : Double(text)
        }
    }
}
