/// How many transfers are in flight at most: beyond that they wait in our own line, in order, for libcurl's is unfair
/// and counts against the time limit.
struct TransferWindow {
    private let connections: Int
    private let streams: Int
    /// The width at present.
    private(set) var width: Int

    /// A window for so many connections and, where they carry several at once, so many streams.
    init(connections: Int, streams: Int) {
        self.connections = max(1, connections)
        self.streams = max(1, streams)
        width = min(self.connections, self.streams)
    }

    /// Learns what the peer speaks, of a transfer that had an answer.
    mutating func learned(isMultiplexed: Bool) {
        width = isMultiplexed ? streams : connections
    }
}
