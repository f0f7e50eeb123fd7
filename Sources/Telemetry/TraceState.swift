/// The field `tracestate` of W3C Trace Context: https://www.w3.org/TR/trace-context-2/#tracestate-header
enum TraceState {
    /// More members make the field invalid.
    static let mostMembers = 32
    /// So many characters are passed on; of a longer field the last members are left out.
    static let mostPassedOn = 512

    /// What of a field's value is passed on; nil where it is not valid, or holds nothing.
    static func valid(_ text: String) -> String? {
        var members: [Substring] = []
        var keys: Set<Substring> = []
        for piece in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let member = trimmed(Substring(piece))
            if member.isEmpty { continue }
            guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")), isKey(member[..<equals]),
                isValue(member[member.utf8.index(after: equals)...]), keys.insert(member[..<equals]).inserted
            else { return nil }
            members.append(member)
        }
        guard members.count <= mostMembers else { return nil }
        var length = -1
        let passedOn = members.prefix { member in
            length += member.utf8.count + 1
            return length <= mostPassedOn
        }
        return passedOn.isEmpty ? nil : passedOn.joined(separator: ",")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = text.utf8.firstIndex { !isBlank($0) } ?? text.endIndex
        let rest = text[start...]
        guard let last = rest.utf8.lastIndex(where: { !isBlank($0) }) else { return "" }
        return rest[...last]
    }

    private static func isKey(_ key: Substring) -> Bool {
        guard let first = key.utf8.first, isLetterOrDigit(first), key.utf8.count <= 256 else { return false }
        return key.utf8.allSatisfy { isLetterOrDigit($0) || "_-*/@".utf8.contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count)
            && value.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "=") }
    }
}
