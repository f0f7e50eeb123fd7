/// The first 128 bits of an eventId's SHA-256: enough that two eventIds never meet by chance.
public struct EventIdHash: Hashable, Sendable {
    /// The first 64 bits.
    public var high: UInt64
    /// The next 64 bits.
    public var low: UInt64

    /// Makes a hash of its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Feeds one half to the hasher: it is a good hash already.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(low)
    }
}
