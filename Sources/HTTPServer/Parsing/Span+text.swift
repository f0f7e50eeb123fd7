extension Span<UInt8> {
    /// The first place of `byte` at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Whether the bytes in `range` are these.
    func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let start = text.utf8Start
        for offset in 0..<range.count where self[range.lowerBound + offset] != start[offset] {
            return false
        }
        return true
    }

    /// Whether the bytes in `range` are these but for the case of ASCII letters.
    func equalsIgnoringCase(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard range.count == text.utf8CodeUnitCount else { return false }
        let start = text.utf8Start
        for offset in 0..<range.count {
            let byte = self[range.lowerBound + offset]
            if byte != start[offset], ASCII.lowercase(byte) != ASCII.lowercase(start[offset]) { return false }
        }
        return true
    }

    /// `range` without the spaces and tabs at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ASCII.isBlank(self[start]) { start += 1 }
        while end > start, ASCII.isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }

    /// The elements of a comma-separated list (RFC 9110, section 5.6.1), blanks around them left out.
    func listElements(in range: Range<Int>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where self[index] == ASCII.comma {
            elements.append(trimmed(start..<index))
            start = index + 1
        }
        elements.append(trimmed(start..<range.upperBound))
        return elements
    }
}

extension String {
    /// The bytes in `range` as text; what is not UTF-8 becomes U+FFFD.
    init(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) {
        self = bytes.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}

extension [UInt8] {
    /// Appends the bytes in `range`.
    mutating func append(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) {
        bytes.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
    }

    /// A copy of the bytes in `range`.
    init(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) {
        self = bytes.extracting(range).withUnsafeBufferPointer { [UInt8]($0) }
    }
}
