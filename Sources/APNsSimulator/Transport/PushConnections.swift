import HTTPServer

/// The open connections by their tickets.
struct PushConnections {
    private var slots: [PushConnection?] = []
    private var generations: [UInt32] = []
    private var free: [UInt32] = []

    init() {}

    /// How many there are.
    var count: Int { slots.count - free.count }

    /// Them all.
    var all: [PushConnection] { slots.compactMap(\.self) }

    /// The ticket of the next one.
    mutating func nextTicket() -> Ticket {
        if let slot = free.last { return Ticket(slot: slot, generation: generations[Int(slot)]) }
        return Ticket(slot: UInt32(slots.count), generation: 0)
    }

    /// Adds a connection that has the next ticket.
    mutating func add(_ connection: PushConnection) {
        let slot = Int(connection.ticket.slot)
        if slot < slots.count {
            slots[slot] = connection
            free.removeLast()
        } else {
            slots.append(connection)
            generations.append(0)
        }
    }

    /// The connection of a ticket, unless it is gone.
    subscript(ticket: Ticket) -> PushConnection? {
        let slot = Int(ticket.slot)
        guard slot < slots.count, generations[slot] == ticket.generation else { return nil }
        return slots[slot]
    }

    /// Takes a connection out.
    mutating func remove(_ ticket: Ticket) {
        let slot = Int(ticket.slot)
        guard self[ticket] != nil else { return }
        slots[slot] = nil
        generations[slot] &+= 1
        free.append(ticket.slot)
    }
}
