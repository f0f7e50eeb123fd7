/// The last of many things.
struct Recent<Element: Sendable>: Sendable {
    private let most: Int
    private var kept: [Element] = []

    /// Keeps the last `most`.
    init(most: Int) {
        self.most = most
    }

    /// Them, oldest first.
    var elements: ArraySlice<Element> { kept.suffix(most) }

    /// Adds one.
    mutating func append(_ element: Element) {
        // Old ones go many at a time: to move the rest for each would cost more than all else.
        if kept.count >= 2 * most { kept.removeFirst(kept.count - most + 1) }
        kept.append(element)
    }

    /// Forgets them.
    mutating func removeAll() { kept.removeAll() }
}
