/// Where activities were found: the numbers of their rows by conversionId, as far as there is room. A hint, to be
/// checked against the row; a new place takes that of another.
///
/// It saves the descent through the index of conversionIds, for up to 8 bytes an activity.
struct RowNumbers {
    /// A slot is 0 or a number in the lower 48 bits and a part of the hash above it.
    private var slots: [UInt64] = []
    private var noted = 0

    private static let leastSlots = 1 << 10
    private static let mostSlots = 1 << 18
    private static let numberBits = 48

    /// The number noted for the conversionId; perhaps another's, or of a row that is gone.
    func number(of conversionId: String) -> Int64? {
        guard !slots.isEmpty else { return nil }
        let hash = Self.hash(conversionId)
        let slot = slots[place(of: hash)]
        guard slot != 0, slot >> Self.numberBits == hash >> Self.numberBits else { return nil }
        return Int64(slot & (1 << Self.numberBits - 1))
    }

    /// Notes the number of the conversionId's row, from 1.
    mutating func note(_ number: Int64, of conversionId: String) {
        guard let number = UInt64(exactly: number), number >> Self.numberBits == 0 else { return }
        growIfFull()
        let hash = Self.hash(conversionId)
        slots[place(of: hash)] = (hash >> Self.numberBits) << Self.numberBits | number
    }

    /// What was noted is given up for it: it comes again with the activities.
    private mutating func growIfFull() {
        noted += 1
        guard noted > slots.count, slots.count < Self.mostSlots else { return }
        slots = [UInt64](repeating: 0, count: max(Self.leastSlots, 4 * slots.count))
        noted = 0
    }

    private func place(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (slots.count - 1)
    }

    private static func hash(_ conversionId: String) -> UInt64 {
        UInt64(bitPattern: Int64(conversionId.hashValue))
    }
}
