/// Names a connection within its loop: a slot, and which of the slot's successive users it is.
///
/// It travels through epoll as 64 bits, so that an event or answer for a connection that is gone finds nobody.
package struct Ticket: Sendable, Hashable {
    package let slot: UInt32
    package let generation: UInt32

    /// The slots of what is no connection: the mailbox's eventfd, the timer, and the listeners.
    package static let mailbox = Ticket(slot: .max, generation: 0)
    static let timer = Ticket(slot: .max, generation: 1)
    package static func listener(_ index: Int) -> Ticket { Ticket(slot: .max - 1, generation: UInt32(index)) }

    package var isListener: Bool { slot == .max - 1 }

    package init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    package init(bits: UInt64) {
        slot = UInt32(truncatingIfNeeded: bits)
        generation = UInt32(truncatingIfNeeded: bits >> 32)
    }

    package var bits: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
