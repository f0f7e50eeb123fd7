/// Percent-encoding (RFC 3986, section 2.1), and queries and forms made with it.
public enum PercentCoding {
    /// The text that `text` stands for; nil if an escape is broken or the bytes are not UTF-8. `+` stays `+`.
    public static func decode(_ text: String) -> String? {
        decode(text.utf8, plusIsSpace: false)
    }

    /// Names and values of `a=1&b=2`, the form of HTML (application/x-www-form-urlencoded) with `+` for a space, in
    /// order; nil if one cannot be decoded. Empty pieces are left out, and a piece without `=` has an empty value.
    public static func queryItems(_ query: String) -> [(String, String)]? {
        var items: [(String, String)] = []
        for piece in query.utf8.split(separator: UInt8(ascii: "&")) {
            let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
            guard
                let name = decode(piece[..<equals], plusIsSpace: true),
                let value = decode(piece[equals...].dropFirst(), plusIsSpace: true)
            else { return nil }
            items.append((name, value))
        }
        return items
    }

    /// Decodes bytes of text.
    static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            if byte == ASCII.percent {
                guard
                    let high = iterator.next().flatMap(ASCII.hexValue),
                    let low = iterator.next().flatMap(ASCII.hexValue)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? ASCII.space : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
