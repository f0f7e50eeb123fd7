/// Reads one request's body, by length or by chunks, or passes over it.
struct BodyReader: Sendable {
    /// The most that is set aside on the word of a Content-Length alone, in bytes.
    private static let largestReserve = 16 * 1024

    private let maximum: Int
    private let keeps: Bool
    private var remaining: Int
    private var chunks: ChunkedDecoder?
    private var bytes: [UInt8] = []
    // What its Content-Length promises, or 0.
    private let promised: Int

    /// A reader for the body that `head` announces. `keeps`: whether its bytes are wanted.
    init(_ head: borrowing RequestHead, maximum: Int, keeps: Bool, maximumTrailerBytes: Int) {
        self.maximum = maximum
        self.keeps = keeps
        promised = head.contentLength ?? 0
        remaining = promised
        chunks = head.isChunked ? ChunkedDecoder(maximumTrailerBytes: maximumTrailerBytes) : nil
    }

    /// How many bytes it holds or is bound to hold.
    var heldBytes: Int { keeps ? max(promised, bytes.capacity) : 0 }

    /// How many bytes it holds that nothing had promised.
    var unpromisedBytes: Int { promised > 0 ? 0 : bytes.capacity }

    /// Reads on from `position`; the whole body (empty if it is not kept), or nil if more must come.
    mutating func next(_ input: borrowing Span<UInt8>, _ position: inout Int) throws(RequestFault) -> [UInt8]? {
        if chunks != nil {
            let isWhole = try chunks?.next(input, &position, maximum: maximum, into: &bytes, keeps: keeps)
            return isWhole == true ? bytes : nil
        }
        let count = min(remaining, input.count - position)
        if keeps { take(input, position..<position + count) }
        position += count
        remaining -= count
        return remaining == 0 ? bytes : nil
    }

    private mutating func take(_ input: borrowing Span<UInt8>, _ range: Range<Int>) {
        let wanted = bytes.count + range.count
        if wanted > bytes.capacity {
            // Twice as much each time, but never more than was promised.
            bytes.reserveCapacity(min(promised, max(wanted, 2 * bytes.capacity, BodyReader.largestReserve)))
        }
        bytes.append(input, in: range)
    }
}
