/// The words for a place in line, with the position where `{position}` stands (Q1).
package struct QueueLabel: Equatable, Sendable {
    /// The text as configured.
    package let template: String
    private let parts: [String]

    /// A label that puts the position in for each `{position}` of `template`.
    package init(_ template: String) {
        self.template = template
        parts = Self.split(template, at: "{position}")
    }

    /// The words for `position`.
    package func text(_ position: Int) -> String {
        parts.joined(separator: String(position))
    }

    private static func split(_ text: String, at mark: String) -> [String] {
        let bytes = Array(text.utf8)
        let sought = Array(mark.utf8)
        var parts: [String] = []
        var start = 0
        var index = 0
        while index + sought.count <= bytes.count {
            if bytes[index] == sought[0] && bytes[index..<(index + sought.count)].elementsEqual(sought) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += sought.count
                start = index
            } else {
                index += 1
            }
        }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }
}
