/// Makes UUIDs that nobody has to be unable to guess.
struct MessageIds: RandomNumberGenerator {
    /// How long a UUID is as text.
    static let length = 36

    private var state: UInt64

    /// Ids that follow from a number.
    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64: https://prng.di.unimi.it/splitmix64.c
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Writes the next one's 36 characters, version 4 (RFC 9562).
    mutating func write(to output: UnsafeMutablePointer<UInt8>) {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        var place = 0
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                output[place] = UInt8(ascii: "-")
                place += 1
            }
            let half = digit < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - digit % 16 * 4)) & 15
            output[place] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
            place += 1
        }
    }
}
