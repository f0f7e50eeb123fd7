import CCurl

/// Header lines as libcurl reads them, written anew for each transfer in the same memory: libcurl keeps no copy.
struct HeaderList: ~Copyable {
    private var text = GrowingBuffer(capacity: 1024)
    private let nodes = UnsafeMutablePointer<curl_slist>.allocate(capacity: HeaderList.most)

    /// More header lines than any request of ours has.
    static let most = 32

    init() {
        nodes.initialize(repeating: curl_slist(), count: Self.most)
    }

    deinit {
        nodes.deallocate()
    }

    /// The first line's node, which stays where it is.
    var first: UnsafeMutablePointer<curl_slist> { nodes }

    /// Takes over the lines of a request, one at least.
    mutating func fill(_ request: borrowing OutgoingRequest) {
        precondition(!request.lineStarts.isEmpty && request.lineStarts.count <= Self.most)
        text.fill(request.lines)
        let last = request.lineStarts.count - 1
        for (index, start) in request.lineStarts.enumerated() {
            let line = UnsafeMutableRawPointer(text.address + start).assumingMemoryBound(to: CChar.self)
            nodes[index].data = line
            nodes[index].next = index < last ? nodes + index + 1 : nil
        }
    }
}
