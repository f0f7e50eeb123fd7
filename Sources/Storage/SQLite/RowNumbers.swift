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
    /// How many slots an activity may be in: with one alone, two of the same would take turns in being forgotten.
    private static let ways = 4

    /// The number noted for the conversionId; perhaps another's, or of a row that is gone.
    func number(of conversionId: String) -> Int64? {
        guard !slots.isEmpty else { return nil }
        let hash = Self.hash(conversionId)
        let first = firstPlace(of: hash)
        for place in first..<first + Self.ways where Self.isOf(hash, slots[place]) {
            return Int64(slots[place] & (1 << Self.numberBits - 1))
        }
        return nil
    }

    /// Notes the number of the conversionId's row, from 1.
    mutating func note(_ number: Int64, of conversionId: String) {
        guard let number = UInt64(exactly: number), number >> Self.numberBits == 0 else { return }
        growIfFull()
        let hash = Self.hash(conversionId)
        slots[freePlace(for: hash)] = (hash >> Self.numberBits) << Self.numberBits | number
    }

    /// What was noted is given up for it: it comes again with the activities.
    private mutating func growIfFull() {
        noted += 1
        guard noted > slots.count, slots.count < Self.mostSlots else { return }
        slots = [UInt64](repeating: 0, count: max(Self.leastSlots, 4 * slots.count))
        noted = 0
    }

    /// The place that is its own, one that is free, or that of another.
    private func freePlace(for hash: UInt64) -> Int {
        let first = firstPlace(of: hash)
        let places = first..<first + Self.ways
        return places.first { Self.isOf(hash, slots[$0]) } ?? places.first { slots[$0] == 0 }
            ?? first + noted % Self.ways
    }

    private func firstPlace(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash) & (slots.count - Self.ways)
    }

    private static func isOf(_ hash: UInt64, _ slot: UInt64) -> Bool {
        slot != 0 && slot >> numberBits == hash >> numberBits
    }

    private static func hash(_ conversionId: String) -> UInt64 {
        UInt64(bitPattern: Int64(conversionId.hashValue))
    }
}
