extension JSONText {
    /// The same JSON text with those characters escaped that a terminal obeys instead of showing them: C1 controls, and
    /// what turns the direction of text around (`\u200e`, `\u202a` and their like).
    ///
    /// Outside of strings JSON has no such characters, so what it says stays the same.
    public static func visible(_ text: consuming [UInt8]) -> [UInt8] {
        guard let first = text.indices.first(where: { unseen(text, $0) != nil }) else { return text }
        var visible = Array(text[..<first])
        visible.reserveCapacity(text.count + 64)
        var index = first
        while index < text.count {
            guard let (scalar, length) = unseen(text, index) else {
                visible.append(text[index])
                index += 1
                continue
            }
            let digits = String(scalar, radix: 16)
            visible += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
            index += length
        }
        return visible
    }

    /// The character that begins at `index` and how many bytes it has, where it is one to escape.
    private static func unseen(_ text: [UInt8], _ index: Int) -> (scalar: UInt32, length: Int)? {
        // Lead bytes of U+0080–U+00BF, U+0600–U+063F and U+2000–U+2FFF.
        switch text[index] {
        case 0xC2, 0xD8:
            guard index + 1 < text.count else { return nil }
            let scalar = UInt32(text[index] & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)
            return isUnseen(scalar) ? (scalar, 2) : nil
        case 0xE2:
            guard index + 2 < text.count else { return nil }
            let scalar = 0x2000 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
            return isUnseen(scalar) ? (scalar, 3) : nil
        default: return nil
        }
    }

    /// C1, Arabic letter mark, marks, embeddings, overrides and isolates, and what breaks lines.
    private static func isUnseen(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
