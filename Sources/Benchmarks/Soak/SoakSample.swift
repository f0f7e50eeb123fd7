/// What a relay holds at an instant.
struct SoakSample: Sendable {
    /// Resident memory, MB.
    let megabytes: Double
    /// Descriptors but those of the store.
    let descriptors: Int
    /// Sizes of the store and of its write-ahead log, MB.
    let storeMegabytes: Double
    let logMegabytes: Double

    /// As it is now.
    init(_ relay: RelayUnderTest) {
        megabytes = relay.megabytes
        descriptors = relay.descriptors
        storeMegabytes = relay.storeMegabytes
        logMegabytes = relay.logMegabytes
    }
}
