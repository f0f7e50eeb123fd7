/// A loop's connections by slot; a slot's generation rises with each use.
struct ConnectionTable {
    private var entries: [(connection: Connection?, generation: UInt32)] = []
    private var free: [UInt32] = []

    /// How many there are.
    private(set) var count = 0

    /// The connection that `ticket` names, if it is still there.
    subscript(ticket: Ticket) -> Connection? {
        let slot = Int(ticket.slot)
        guard slot < entries.count, entries[slot].generation == ticket.generation else { return nil }
        return entries[slot].connection
    }

    /// Adds the connection that `make` makes for its ticket.
    mutating func add(_ make: (Ticket) -> Connection) -> Connection {
        let slot = free.popLast() ?? UInt32(entries.count)
        if slot == entries.count { entries.append((nil, 0)) }
        let generation = entries[Int(slot)].generation &+ 1
        let connection = make(Ticket(slot: slot, generation: generation))
        entries[Int(slot)] = (connection, generation)
        count += 1
        return connection
    }

    /// Takes out the connection that `ticket` names.
    mutating func remove(_ ticket: Ticket) {
        guard self[ticket] != nil else { return }
        entries[Int(ticket.slot)].connection = nil
        free.append(ticket.slot)
        count -= 1
    }

    /// All of them.
    var all: [Connection] { entries.compactMap(\.connection) }
}
