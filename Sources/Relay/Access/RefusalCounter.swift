/// Counts refused credentials by client, so that nobody tries many in a minute; bounded, whoever comes.
struct RefusalCounter {
    private struct Entry {
        let client: ClientAddress
        /// When its minute began, Unix seconds.
        let begin: Double
    }

    private struct Count {
        var begin: Double
        var refusals: Int
    }

    private var counts: [ClientAddress: Count] = [:]
    // In the order in which the minutes began; those that are over or begun anew are left until their turn.
    private var order: [Entry] = []
    private var first = 0
    private let mostClients: Int

    /// How many are refused in a minute before a client is told to wait.
    static let allowed = 10
    /// A minute, seconds.
    static let window = 60.0

    /// A counter of so many clients at most; where more come the one whose minute is oldest is forgotten.
    init(mostClients: Int = 10_000) {
        self.mostClients = mostClients
    }

    /// How many clients are known.
    var clients: Int { counts.count }

    /// Counts a refusal at `now`, Unix seconds; gives the seconds to wait, nil while the client may still try.
    mutating func refuse(_ address: ClientAddress, at now: Double) -> Double? {
        let client = address.client
        if var count = counts[client], isCurrent(count.begin, at: now) {
            count.refusals += 1
            counts[client] = count
            return count.refusals > Self.allowed ? count.begin + Self.window - now : nil
        }
        counts[client] = nil
        makeRoom(at: now)
        counts[client] = Count(begin: now, refusals: 1)
        order.append(Entry(client: client, begin: now))
        return nil
    }

    /// A minute that begins later than now is from before the clock was set back.
    private func isCurrent(_ begin: Double, at now: Double) -> Bool { begin <= now && now < begin + Self.window }

    private mutating func makeRoom(at now: Double) {
        while first < order.count, !isNeeded(order[first], at: now) || counts.count >= mostClients {
            let entry = order[first]
            if counts[entry.client]?.begin == entry.begin { counts[entry.client] = nil }
            first += 1
        }
        if first * 2 > order.count {
            order.removeFirst(first)
            first = 0
        }
    }

    private func isNeeded(_ entry: Entry, at now: Double) -> Bool {
        counts[entry.client]?.begin == entry.begin && isCurrent(entry.begin, at: now)
    }
}
