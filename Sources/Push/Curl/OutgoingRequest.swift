/// What a POST carries; made anew for each transfer in the same memory.
public struct OutgoingRequest: Equatable, Sendable {
    /// The path at the host of the transport's URL; nil: that URL's own.
    public var path: String?
    /// Whether it must not reach the peer twice, though nobody knows whether it did once.
    public var isOnce = false
    /// The header lines, each ended by a NUL.
    private(set) var lines: [UInt8] = []
    /// Where each line begins.
    private(set) var lineStarts: [Int] = []
    /// The body.
    public var body: [UInt8] = []

    /// A request of nothing.
    public init() {}

    /// Forgets all, but not the memory.
    mutating func clear() {
        path = nil
        isOnce = false
        lines.removeAll(keepingCapacity: true)
        lineStarts.removeAll(keepingCapacity: true)
        // Takes libcurl's own away, which tells a receiver nothing.
        withoutValue("Accept")
        body.removeAll(keepingCapacity: true)
    }

    /// Adds a header field. What would end its line is left out of the value.
    public mutating func header(_ name: StaticString, _ value: String) {
        lineStarts.append(lines.count)
        name.withUTF8Buffer { lines.append(contentsOf: $0) }
        lines.append(UInt8(ascii: ":"))
        lines.append(UInt8(ascii: " "))
        var value = value
        value.withUTF8 { bytes in
            if bytes.allSatisfy(Self.isFit) {
                lines.append(contentsOf: bytes)
            } else {
                lines.append(contentsOf: bytes.filter(Self.isFit))
            }
        }
        lines.append(0)
    }

    private mutating func withoutValue(_ name: StaticString) {
        lineStarts.append(lines.count)
        name.withUTF8Buffer { lines.append(contentsOf: $0) }
        lines.append(UInt8(ascii: ":"))
        lines.append(0)
    }

    private static func isFit(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

    /// The header fields as they are sent, without those of libcurl's own.
    public var headers: [String] {
        lineStarts.map { start in String(decoding: lines[start...].prefix { $0 != 0 }, as: UTF8.self) }
            .filter { !$0.hasSuffix(":") }
    }
}
