/// The names an object may have, looked up in a text without making a `String`.
public struct JSONKeyTable: Sendable {
    /// The names, in the order of their indexes.
    public let names: [String]

    /// All names in one run of UTF-8; name `i` is `text[bounds[i]..<bounds[i + 1]]`.
    private let text: [UInt8]
    private let bounds: [Int]
    /// 256 places for indexes of names, found by hash and from there onwards.
    private let slots: [UInt8]
    private let multiplier: UInt32

    private static let vacant: UInt8 = 0xFF

    /// A table of at most 64 names, as many as a set of seen names has bits.
    public init(_ names: [String]) {
        precondition(names.count <= UInt64.bitWidth, "a JSONKeyTable has at most 64 names")
        self.names = names
        var text: [UInt8] = []
        var bounds = [0]
        for name in names {
            text.append(contentsOf: name.utf8)
            bounds.append(text.count)
        }
        self.text = text
        self.bounds = bounds
        (slots, multiplier) = Self.layOut(names)
    }

    /// The slots under the first of some multipliers that lets no two names collide, else under the last.
    private static func layOut(_ names: [String]) -> (slots: [UInt8], multiplier: UInt32) {
        let mixes = names.map { name in
            let utf8 = Array(name.utf8)
            return mix(utf8.span, 0..<utf8.count)
        }
        var multiplier: UInt32 = 0x9E37_79B1
        for _ in 0..<200 {
            if Set(mixes.map { slot($0, multiplier) }).count == mixes.count { break }
            multiplier = multiplier &* 0x0019_660D &+ 0x3C6E_F35E
        }
        var slots = [UInt8](repeating: vacant, count: 256)
        for (index, mix) in mixes.enumerated() {
            var place = slot(mix, multiplier)
            while slots[place] != vacant { place = (place + 1) & 255 }
            slots[place] = UInt8(index)
        }
        return (slots, multiplier)
    }

    /// What tells most names apart at a glance: their length and three of their bytes.
    private static func mix(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt32 {
        guard !range.isEmpty else { return 0 }
        let first = UInt32(text[range.lowerBound])
        let middle = UInt32(text[range.lowerBound + range.count / 2])
        let last = UInt32(text[range.upperBound - 1])
        return UInt32(truncatingIfNeeded: range.count) ^ first << 8 ^ middle << 16 ^ last << 24
    }

    private static func slot(_ mix: UInt32, _ multiplier: UInt32) -> Int {
        Int((mix &* multiplier) >> 24)
    }

    /// The index of the name that stands in `text` at `range`.
    func index(of range: Range<Int>, in other: Span<UInt8>) -> Int? {
        var place = Self.slot(Self.mix(other, range), multiplier)
        // At most a quarter of the slots is taken, so a vacant one ends the search.
        while slots[place] != Self.vacant {
            let index = Int(slots[place])
            if isName(index, other, range) { return index }
            place = (place + 1) & 255
        }
        return nil
    }

    private func isName(_ index: Int, _ other: Span<UInt8>, _ range: Range<Int>) -> Bool {
        let start = bounds[index]
        guard bounds[index + 1] - start == range.count else { return false }
        let own = text.span
        for offset in 0..<range.count where own[start + offset] != other[range.lowerBound + offset] { return false }
        return true
    }
}
