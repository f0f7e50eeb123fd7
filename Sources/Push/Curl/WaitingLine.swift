/// What waits, in order.
struct WaitingLine<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the first, or nil.
    mutating func take() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            elements[head] = nil
            head += 1
            // Moving what is left costs no more than was taken since.
            if head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    /// Takes all.
    mutating func takeAll() -> [Element] {
        defer {
            elements = []
            head = 0
        }
        return elements[head...].compactMap(\.self)
    }
}
