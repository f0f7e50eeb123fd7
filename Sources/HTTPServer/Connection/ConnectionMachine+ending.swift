extension ConnectionMachine {
    /// What becomes of a connection after a round.
    enum Outlook: Sendable, Equatable {
        /// It goes on.
        case stays
        /// The write side is to be shut; the rest is read and dropped.
        case shutsWriting
        /// It is to be closed.
        case closes
    }

    /// The peer has taken `count` bytes of the output.
    mutating func wrote(_ count: Int, now: Int64) {
        let ordinary = min(count, output.count)
        output.drop(ordinary)
        if count > ordinary { stream?.drop(count - ordinary) }
        deadlines.noteWritten(count, outstanding: outstanding, limit: limits.writing, now: now)
    }

    /// To be asked once everything that a round brought is done; begins the next wait.
    mutating func settle(now: Int64) -> Outlook {
        guard output.isEmpty, slots.isEmpty else {
            awaitMore(now)
            return .stays
        }
        if phase == .ending {
            if peerHasEnded { return .closes }
            // A close with unread bytes makes the kernel send a reset, which may destroy the answer on its way:
            // RFC 9112, section 9.6.
            phase = .lingering
            deadlines.wait(for: .end, limit: limits.linger, now: now)
            return .shutsWriting
        }
        if phase == .open, peerHasEnded { return .closes }
        awaitMore(now)
        return .stays
    }

    /// Begins the wait that fits what the peer has sent.
    mutating func awaitMore(_ now: Int64) {
        guard phase == .open else { return }
        if isPaused || peerHasEnded {
            deadlines.wait(for: .nothing, limit: 0, now: now)
        } else if parser.isInBody {
            deadlines.wait(for: owesContinue ? .nothing : .body, limit: limits.body, now: now)
        } else if parser.isInHead {
            deadlines.wait(for: .head, limit: limits.head, now: now)
        } else if slots.isEmpty {
            deadlines.wait(for: .request, limit: limits.idle, now: now)
        } else {
            deadlines.wait(for: .nothing, limit: 0, now: now)
        }
    }

    /// What must be done at `now` about a peer that is too slow.
    mutating func timePassed(now: Int64) -> Action {
        guard now >= deadlines.earliest else { return .wait }
        if now >= deadlines.writing { return .close }
        switch deadlines.waiting {
        case .nothing: return .wait
        case .request, .end: return .close
        case .head: return .refuse(RequestFault(408, "The request's head took too long."))
        case .body:
            if parser.isSkipping { return .close }
            return .refuse(RequestFault(408, "The request's body took too long."))
        }
    }

    /// From now on answers announce the end of the connection.
    mutating func drain() {
        isDraining = true
    }
}
