import CLinux
import Glibc
import Synchronization

extension EventLoop {
    /// Takes over an accepted socket.
    func adopt(_ number: Int32, _ peer: PeerAddress) {
        let connection = connections.add { ticket in
            Connection(
                number: number, ticket: ticket,
                machine: ConnectionMachine(limits: connectionLimits, peer: peer, now: now))
        }
        if drain != nil { connection.machine.drain() }
        if epoll.add(number, .read, connection.ticket) != nil { close(connection) }
        armTimer()
    }

    /// Closes a connection; what it had under way is forgotten.
    func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.close()
        connections.remove(connection.ticket)
        counters.connections.subtract(1, ordering: .relaxed)
        count(connection, unanswered: 0)
        count(connection, held: 0)
        if connections.count == 0 { tellIfEmpty() }
    }

    /// Keeps the server's count of open exchanges.
    private func count(_ connection: Connection, unanswered: Int) {
        let difference = unanswered - connection.counted
        guard difference != 0 else { return }
        connection.counted = unanswered
        counters.exchanges.add(difference, ordering: .relaxed)
    }

    /// Keeps the server's count of what is held.
    private func count(_ connection: Connection, held: Int) {
        let difference = held - connection.countedBytes
        guard difference != 0 else { return }
        connection.countedBytes = held
        counters.held.add(difference, ordering: .relaxed)
    }

    /// Counts what the connection holds now, and tells it what it may.
    private func weigh(_ connection: Connection) {
        count(connection, held: connection.machine.heldBytes + connection.held.count)
        connection.machine.allowance = allowance
    }

    /// How much one connection may hold now.
    private var allowance: Int { Allowance.of(limit: limits.heldBytes, held: counters.heldBytes) }

    /// Serves what epoll has reported of a connection.
    func serve(_ connection: Connection, _ events: Epoll.Interest) {
        if !events.isDisjoint(with: [.read, .hangUp, .error]) {
            // A hang-up is reported unasked; what is held comes before what could still be read.
            if connection.machine.wantsToRead, connection.held.isEmpty {
                read(connection)
            } else if !events.isDisjoint(with: [.hangUp, .error]) {
                close(connection)
            }
        }
        if events.contains(.peerEnd), !connection.isClosed {
            // It may have shut its write side alone; but most often nobody reads any more.
            connection.machine.endStreams(date: date.line, now: now)
        }
        touch(connection)
    }

    /// Looks at the connection at the end of the round.
    func touch(_ connection: Connection) {
        guard !connection.isTouched, !connection.isClosed else { return }
        connection.isTouched = true
        touched.append(connection)
    }

    /// Reads once. If more is there than the buffer holds, epoll says so again in the next round.
    private func read(_ connection: Connection) {
        connection.machine.allowance = allowance
        // Where little may be held, little is read: what comes after a pause would have to be kept.
        let most = min(readBuffer.count, connection.machine.allowance)
        switch SystemCall({ recv(connection.number, readBuffer.baseAddress, most, 0) }) {
        case .wouldBlock: break
        case .failed: close(connection)
        case .done(0):
            _ = perform(connection.machine.peerEnded(), on: connection, bodyHasBegun: false)
        case .done(let count):
            let rest = process(connection, UnsafeBufferPointer(rebasing: readBuffer[..<count]).span)
            refuseOverflow(connection)
            if rest < count { connection.held = [UInt8](readBuffer[rest..<count]) }
        }
    }

    /// Refuses what came unasked and is too much.
    private func refuseOverflow(_ connection: Connection) {
        guard !connection.isClosed else { return }
        let action = connection.machine.overflow()
        guard case .refuse = action else { return }
        counters.withoutRoom.add(1, ordering: .relaxed)
        _ = perform(action, on: connection, bodyHasBegun: true)
    }

    /// Has the machine take in `input`; how far it came before it paused.
    private func process(_ connection: Connection, _ input: Span<UInt8>) -> Int {
        var position = 0
        while !connection.isClosed {
            let action = connection.machine.receive(input, &position, now: now)
            guard perform(action, on: connection, bodyHasBegun: position < input.count) else { break }
        }
        return position
    }

    /// Does what the machine says; false if there is nothing more to do for now.
    private func perform(_ action: ConnectionMachine.Action, on connection: Connection, bodyHasBegun: Bool) -> Bool {
        switch action {
        case .wait:
            return false
        case .close:
            close(connection)
            return false
        case .decide(let head):
            let decision = decide(head, connection)
            connection.machine.decided(decision, on: head, bodyHasBegun: bodyHasBegun, date: date.line, now: now)
            // Others that are decided on in this round have to know of what was promised.
            if head.announcesBody { weigh(connection) }
        case .handle(let request, let number):
            hasHandled = true
            handler.handle(request, Exchange(loop: self, ticket: connection.ticket, number: number))
        case .refuse(let fault):
            let response = handler.problem(
                status: fault.status, detail: fault.detail, to: connection.machine.parser.head)
            connection.machine.refused(fault, with: response, bodyHasBegun: bodyHasBegun, date: date.line, now: now)
        }
        return true
    }

    /// What the handler decides, if there is room for what it takes in.
    private func decide(_ head: RequestHead, _ connection: Connection) -> HeadDecision {
        let decision = handler.decide(head)
        // A body that is too long whatever is held is told so.
        guard case .accept(let maximum, _) = decision, head.contentLength ?? 0 <= maximum,
            !connection.machine.hasRoom(for: head)
        else { return decision }
        counters.withoutRoom.add(1, ordering: .relaxed)
        return .answer(handler.problem(status: 503, detail: ConnectionMachine.noRoom, to: head))
    }

    /// Puts an answer into its connection's output; on the loop's queue.
    func take(_ answer: Answer) {
        guard let connection = connections[answer.ticket] else { return }
        switch answer.content {
        case .response(let response):
            connection.machine.answer(answer.number, response, date: date.line, now: now)
            // Others that are answered in this round have to know of it.
            if response.body.count > Allowance.least { weigh(connection) }
        case .begins(let response, let stream):
            connection.machine.begin(answer.number, response, stream, date: date.line, now: now)
        case .chunk(let chunk):
            guard connection.machine.send(answer.number, chunk, now: now) else { return cut(connection) }
        case .ends: connection.machine.endStream(answer.number, date: date.line, now: now)
        }
        touch(connection)
    }

    /// Closes a connection whose peer takes too little of its streams.
    private func cut(_ connection: Connection) {
        counters.tooSlow.add(UInt64(connection.machine.streamCount), ordering: .relaxed)
        close(connection)
    }

    /// Does what a deadline asks for.
    func passTime(_ connection: Connection) {
        if connection.machine.isStreaming {
            if connection.machine.passStreamTime(date: date.line, now: now) {
                counters.timedOut.add(1, ordering: .relaxed)
            }
            touch(connection)
        }
        let action = connection.machine.timePassed(now: now)
        if case .wait = action { return }
        // While it streams nothing is waited for but that its peer takes what is there.
        if case .close = action, connection.machine.isStreaming { return cut(connection) }
        _ = perform(action, on: connection, bodyHasBegun: true)
        touch(connection)
    }

    /// Goes on with the connections that had paused.
    func resume() {
        guard !resumable.isEmpty else { return }
        let connections = resumable
        resumable = []
        for connection in connections where !connection.isClosed {
            let held = connection.held
            connection.held = []
            let rest = process(connection, held.span)
            if rest < held.count { connection.held = [UInt8](held[rest...]) }
            touch(connection)
        }
    }

    /// Ends the round: one write for each connection that has something to say, then what follows from it.
    func settle() {
        for connection in touched {
            connection.isTouched = false
            if !connection.isClosed { settle(connection) }
        }
        touched.removeAll(keepingCapacity: true)
    }

    private func settle(_ connection: Connection) {
        if endsStreams, connection.machine.isStreaming {
            connection.machine.endStreams(date: date.line, now: now)
            // Nobody waits for a reader who takes nothing.
            connection.machine.deadlines.hurryWriting(limit: connectionLimits.linger, now: now)
        }
        guard write(connection) else { return close(connection) }
        switch connection.machine.settle(now: now) {
        case .stays: break
        case .closes: return close(connection)
        case .shutsWriting:
            connection.held = []
            if shutdown(connection.number, Int32(SHUT_WR)) != 0 { return close(connection) }
        }
        count(connection, unanswered: connection.machine.unanswered)
        weigh(connection)
        if drain != nil, isToBeClosed(connection) { return close(connection) }
        if !connection.held.isEmpty, !connection.machine.isPaused { resumable.append(connection) }
        updateInterest(connection)
    }

    /// Writes what the machine has; false if the connection is broken.
    private func write(_ connection: Connection) -> Bool {
        guard connection.machine.outstanding > 0 else { return true }
        let result = connection.machine.output.withUnwritten { bytes in
            if let stream = connection.machine.stream, stream.count > 0 {
                return gather.send(bytes, stream, to: connection.number)
            }
            return SystemCall { send(connection.number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        }
        switch result {
        case .done(let count):
            connection.machine.wrote(count, now: now)
            return true
        case .wouldBlock: return true
        case .failed: return false
        }
    }

    private func updateInterest(_ connection: Connection) {
        var interest: Epoll.Interest = []
        // What is held comes first: nothing more is read before it is used up.
        if connection.machine.wantsToRead, connection.held.isEmpty { interest.insert(.read) }
        if connection.machine.outstanding > 0 { interest.insert(.write) }
        if connection.machine.awaitsPeerEnd { interest.insert(.peerEnd) }
        guard interest != connection.interest else { return }
        connection.interest = interest
        if epoll.change(connection.number, interest, connection.ticket) != nil { close(connection) }
    }
}
