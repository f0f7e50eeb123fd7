/// What is to be written, gathered so that a round needs one write.
struct OutputBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    /// How many bytes wait.
    var count: Int { bytes.count - start }

    /// Adds bytes.
    mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: piece)
    }

    /// Hands over what waits.
    func use<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// Forgets the first bytes: they are written.
    mutating func drop(_ count: Int) {
        start += count
        guard start == bytes.count else { return }
        bytes.removeAll(keepingCapacity: true)
        start = 0
    }
}
