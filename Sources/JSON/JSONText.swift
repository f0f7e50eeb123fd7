/// Small texts in the notation of JSON and of its pointers.
public enum JSONText {
    /// A name as one token of a JSON Pointer, without the leading `/` (RFC 6901, section 3).
    public static func pointerToken(_ name: String) -> String {
        var token = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }

    /// The longest part of a foreign name that a message repeats, in Unicode scalars.
    static let quotedScalars = 64
    /// Up to so many known names are listed where one is not known.
    static let listedNames = 6

    /// A name in quotes for a message: escaped as JSON is, and cut where it is very long.
    static func quoted(_ name: String) -> String {
        var shown = String(name.unicodeScalars.prefix(quotedScalars))
        if shown.utf8.count < name.utf8.count { shown += "…" }
        var writer = JSONWriter(capacity: shown.utf8.count + 2)
        writer.string(shown)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// Whether the bytes are one JSON value, however long its texts; a name may come twice in an object.
    public static func isValue(_ bytes: [UInt8]) -> Bool {
        var reader = JSONReader(bytes, limits: JSONLimits(textBytes: bytes.count))
        return (try? reader.readText()) != nil && (try? reader.finish()) != nil
    }
}
