/// Bytes on their way to the peer: those written stay in front until it pays to move the rest.
struct OutputBuffer: Sendable {
    /// What an idle connection may keep, in bytes.
    private static let keptCapacity = 512
    /// How many written bytes may lie in front, at most, beside as many unwritten ones.
    private static let largestGap = 64 * 1024

    private var bytes: [UInt8] = []
    private var written = 0

    /// How many bytes are still to be written.
    var count: Int { bytes.count - written }

    /// How many bytes it takes up, beside what an idle connection may keep.
    var heldBytes: Int { bytes.capacity <= OutputBuffer.keptCapacity ? 0 : bytes.capacity }

    var isEmpty: Bool { bytes.count == written }

    /// Appends through `body`.
    mutating func append(_ body: (inout [UInt8]) -> Void) {
        body(&bytes)
    }

    /// The bytes that are still to be written.
    func withUnwritten<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[written...])) }
    }

    /// Takes off what was written.
    mutating func drop(_ count: Int) {
        written += count
        if written == bytes.count {
            written = 0
            bytes.removeAll(keepingCapacity: bytes.capacity <= OutputBuffer.keptCapacity)
        } else if written >= OutputBuffer.largestGap, written >= bytes.count / 2 {
            bytes.removeFirst(written)
            written = 0
        }
    }

    /// Forgets everything.
    mutating func removeAll() {
        bytes = []
        written = 0
    }
}
