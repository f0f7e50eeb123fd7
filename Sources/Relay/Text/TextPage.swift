/// Lines of a page that is read on a terminal of 100 columns.
struct TextPage {
    private var text = ""

    /// Columns.
    static let width = 100

    /// Adds a line, broken between words where it is too long; its rest is indented by so many columns.
    mutating func line(_ content: String, indent: Int = 0) {
        var line = ""
        var used = 0
        for (index, word) in content.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let size = DisplayWidth.of(word)
            if used > indent, used + 1 + size > Self.width {
                end(line)
                line = String(repeating: " ", count: indent)
                used = indent
            } else if index > 0 {
                line += " "
                used += 1
            }
            line += word
            used += size
        }
        end(line)
    }

    private mutating func end(_ line: String) {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        text += line + "\n"
    }

    /// Adds an empty line.
    mutating func gap() {
        text += "\n"
    }

    /// The page's bytes.
    var bytes: [UInt8] { Array(text.utf8) }
}
