/// Bytes at an address that stays until more of them come; released with their owner.
struct GrowingBuffer: ~Copyable {
    private(set) var address: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        address = .allocate(capacity: capacity)
    }

    deinit {
        address.deallocate()
    }

    /// Takes the bytes over; the address is another one where they need more room.
    mutating func fill(_ bytes: [UInt8]) {
        if bytes.count > capacity {
            address.deallocate()
            capacity = bytes.count * 2
            address = .allocate(capacity: capacity)
        }
        bytes.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { address.update(from: start, count: source.count) }
        }
    }
}
