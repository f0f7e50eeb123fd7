public import JSON

/// Whether two pushes are the same, as the worked examples have it.
///
/// Instants agree within 1e-3 s and `progress` within 1.5e-4; null equals absent; `reason` is not compared; all else is
/// equal.
public enum PushComparison {
    private static let instants: Set<String> = [
        "sentAt", "staleAt", "dismissalDate", "estimatedCompletionDate", "from", "until", "elapsed",
    ]

    /// What is different, as a path and two texts; nil: nothing.
    public static func difference(_ got: JSONValue, _ want: JSONValue, at path: String = "") -> String? {
        switch (got, want) {
        case (.object(let one), .object(let other)): return difference(one, other, at: path)
        case (.number(let one), .number(let other)):
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            let tolerance = instants.contains(name) ? 1e-3 : name == "progress" ? 1.5e-4 : 0
            let isNear = abs((one.double ?? .nan) - (other.double ?? .nan)) <= tolerance
            return isNear || one == other ? nil : "\(path): \(one.text) is not \(other.text)"
        default: return got == want ? nil : "\(path): \(got.canonical) is not \(want.canonical)"
        }
    }

    private static func difference(_ got: [JSONMember], _ want: [JSONMember], at path: String) -> String? {
        func filled(_ members: [JSONMember]) -> [String: JSONValue] {
            var values: [String: JSONValue] = [:]
            for member in members where member.value != .null && member.name != "reason" {
                values[member.name] = member.value
            }
            return values
        }
        let one = filled(got)
        let other = filled(want)
        for name in Set(one.keys).union(other.keys).sorted() {
            guard let value = one[name] else { return "\(path)/\(name) is missing" }
            guard let wanted = other[name] else { return "\(path)/\(name) is too much: \(value.canonical)" }
            if let difference = difference(value, wanted, at: "\(path)/\(name)") { return difference }
        }
        return nil
    }

    /// The differences of two lists of pushes, one line each.
    public static func differences(_ got: [JSONValue], _ want: [JSONValue]) -> [String] {
        var lines: [String] = []
        for index in 0..<max(got.count, want.count) {
            if index >= got.count {
                lines.append("push \(index) is missing: \(want[index].canonical)")
            } else if index >= want.count {
                lines.append("push \(index) is too much: \(got[index].canonical)")
            } else if let difference = difference(got[index], want[index]) {
                lines.append("push \(index): \(difference)")
            }
        }
        return lines
    }
}
