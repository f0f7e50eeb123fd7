/// How many transfers are in flight at most: beyond that they wait in our own line, in order, for libcurl's is unfair
/// and counts against the time limit.
struct TransferWindow {
    private let connections: Int
    private let streams: Int
    private let proves: Bool
    private var isMultiplexed: Bool?
    /// How many connections may be open.
    private(set) var open: Int
    // Those of them on which the peer has taken no push yet, and whether something was answered on the last of these.
    private var unproven = 1
    private var isAnswered = false
    // Since when all streams are in use, and since when they are not, monotonic seconds.
    private var fullSince: Double?
    private var notFullSince: Double?

    /// A window for so many connections and, where they carry several at once, so many streams.
    ///
    /// `proves`: whether each connection begins with one push alone, and further ones are opened only when all streams
    /// have been in use for a while (contract, "Delivery").
    init(connections: Int, streams: Int, proves: Bool) {
        self.connections = max(1, connections)
        self.streams = max(1, streams)
        self.proves = proves
        isMultiplexed = proves ? true : nil
        open = proves ? 1 : self.connections
    }

    /// The width at present.
    var width: Int {
        switch isMultiplexed {
        case nil: min(connections, streams)
        case false?: connections
        case true? where !proves: streams
        case true?: (open - unproven) * streams + unproven
        }
    }

    // MARK: What happens

    /// A connection is being opened, or broke and another one takes its place.
    mutating func replaced() {
        unproven = max(1, unproven)
        isAnswered = false
    }

    /// Nothing is open or under way any more, or has been for long.
    mutating func rested() {
        if proves { open = 1 }
        unproven = 1
        isAnswered = false
        fullSince = nil
        notFullSince = nil
    }

    /// An answer came: of a peer that takes several requests at once or not (nil: it did not say), to a transfer that made
    /// its own connection or not.
    mutating func answered(isMultiplexed: Bool?, isSuccess: Bool, madeConnection: Bool) {
        if let isMultiplexed { self.isMultiplexed = proves || isMultiplexed }
        guard unproven > 0 else { return }
        // With one connection there is no doubt which one it was.
        if madeConnection || open == 1 { isAnswered = true }
        guard isSuccess, isAnswered else { return }
        unproven -= 1
        isAnswered = false
    }

    /// How long all streams must be in use before another connection is opened, seconds.
    private static let patience = 1.0
    /// The same where a push is not answered with which a connection begins, seconds: it may be that push alone.
    private static let patienceWithFirst = 3.0
    /// How long they must not be before one is spared, seconds.
    private static let thrift = 60.0

    /// Learns whether all of it is in use at `now`; true if another number of connections may be open from now on.
    mutating func isFull(_ isFull: Bool, at now: Double) -> Bool {
        guard proves else { return false }
        if isFull {
            notFullSince = nil
            let since = fullSince ?? now
            fullSince = since
            let patience = unproven == 0 ? Self.patience : Self.patienceWithFirst
            guard open < connections, now - since >= patience else { return false }
            open += 1
            unproven += 1
            isAnswered = false
            fullSince = nil
            return true
        }
        fullSince = nil
        guard open > 1 else { return false }
        let since = notFullSince ?? now
        notFullSince = since
        guard now - since >= Self.thrift else { return false }
        open -= 1
        unproven = min(unproven, open)
        notFullSince = nil
        return true
    }
}
