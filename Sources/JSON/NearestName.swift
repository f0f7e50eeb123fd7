/// Finds the name that a mistyped one was probably meant to be.
public enum NearestName {
    /// Longer names are not compared: the work grows with the product of the lengths.
    private static let longest = 64

    /// The name in `names` nearest to `name`, or nil if none is near.
    ///
    /// Near is: at most one edit for three letters, three edits at the most. Case, `_` and `-` do not count.
    public static func of(_ name: String, among names: [String]) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let wanted = plain(name)
        var nearest: (name: String, edits: Int)?
        for candidate in names where candidate.utf8.count <= longest {
            let letters = plain(candidate)
            let most = min(3, max(1, max(wanted.count, letters.count) / 3))
            guard abs(wanted.count - letters.count) <= most else { continue }
            let edits = distance(wanted, letters)
            if edits <= most, edits < nearest?.edits ?? .max { nearest = (candidate, edits) }
        }
        return nearest?.name
    }

    /// The letters that count, in lower case.
    private static func plain(_ name: String) -> [UInt8] {
        name.utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "_"), Byte.minus: nil
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: byte
            }
        }
    }

    /// Insertions, removals, replacements and swaps of neighbours that make `b` of `a`.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var edits = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { edits = min(edits, beforeLast[j - 1] + 1) }
                row.append(edits)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
