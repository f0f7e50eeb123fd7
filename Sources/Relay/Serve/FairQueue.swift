/// Takes turns between sources: each has its own line, in order, and the lines are served one element each in a circle.
struct FairQueue<Source: Hashable & Sendable, Element: Sendable>: Sendable {
    /// How much that is gone may lie in front of what is there, at least, before it is cut off.
    private static var gap: Int { 64 }

    private var lines: [Source: Line] = [:]
    // Those that have a line, the next to be served first.
    private var circle: [Source] = []
    private var head = 0

    /// One source's elements; those before `head` are gone.
    private struct Line: Sendable {
        var elements: [Element?]
        var head = 0

        mutating func goOn() {
            head += 1
            guard head >= FairQueue.gap, 2 * head >= elements.count else { return }
            elements.removeFirst(head)
            head = 0
        }
    }

    /// Whether nothing waits.
    var isEmpty: Bool { lines.isEmpty }

    /// Puts an element at the end of its source's line.
    mutating func append(_ element: Element, of source: Source) {
        if lines[source]?.elements.append(element) == nil {
            lines[source] = Line(elements: [element])
            circle.append(source)
        }
    }

    /// Takes out the first element of the line whose turn it is, unless it is one to be left there.
    mutating func takeFirst(if isWanted: (Element) -> Bool = { _ in true }) -> Element? {
        guard head < circle.count, let index = lines.index(forKey: circle[head]) else { return nil }
        let place = lines.values[index].head
        guard let element = lines.values[index].elements[place], isWanted(element) else { return nil }
        let source = circle[head]
        advance()
        lines.values[index].elements[place] = nil
        if place + 1 == lines.values[index].elements.count {
            lines.remove(at: index)
        } else {
            lines.values[index].goOn()
            circle.append(source)
        }
        return element
    }

    /// The circle is cut off behind its head now and then, so that this costs nothing for each element.
    private mutating func advance() {
        head += 1
        guard head >= Self.gap, 2 * head >= circle.count else { return }
        circle.removeFirst(head)
        head = 0
    }
}
