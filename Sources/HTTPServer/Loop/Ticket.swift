/// Names a connection within its loop: a slot, and which of the slot's successive users it is.
///
/// It travels through epoll as 64 bits, so that an event or answer for a connection that is gone finds nobody.
struct Ticket: Sendable, Equatable {
    let slot: UInt32
    let generation: UInt32

    /// The slots of what is no connection: the mailbox's eventfd, the timer, and the listeners.
    static let mailbox = Ticket(slot: .max, generation: 0)
    static let timer = Ticket(slot: .max, generation: 1)
    static func listener(_ index: Int) -> Ticket { Ticket(slot: .max - 1, generation: UInt32(index)) }

    var isListener: Bool { slot == .max - 1 }

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(bits: UInt64) {
        slot = UInt32(truncatingIfNeeded: bits)
        generation = UInt32(truncatingIfNeeded: bits >> 32)
    }

    var bits: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
