extension EventLoop {
    /// Sets the timer if there is something to watch and it is not set.
    func armTimer() {
        guard !isTimerArmed, connections.count > 0 || acceptsAgainAt != nil else { return }
        isTimerArmed = true
        timer.arm(connectionLimits.tick)
    }

    /// Looks at all deadlines.
    func tick() {
        isTimerArmed = false
        timer.arm(0)
        for connection in connections.all { passTime(connection) }
        if let drain, now >= drain.closesIdleAt { closeIdle() }
        if let instant = acceptsAgainAt, now >= instant { resumeAccepting() }
        armTimer()
    }

    /// Begins the loop's end: see `LoopOrder.drain`.
    func beginDrain(_ delay: Int64, _ whenEmpty: @escaping @Sendable () -> Void) {
        let earlier = drain?.whenEmpty
        drain = Drain(closesIdleAt: now + delay) {
            earlier?()
            whenEmpty()
        }
        for connection in connections.all { connection.machine.drain() }
        if delay <= 0 { closeIdle() }
        if connections.count == 0 { tellIfEmpty() }
    }

    private func closeIdle() {
        for connection in connections.all {
            if isToBeClosed(connection) { close(connection) }
            // Its end is written with the round's writes.
            if connection.machine.isStreaming { touch(connection) }
        }
    }

    /// Whether a draining loop lets streams go on no longer.
    var endsStreams: Bool { drain.map { now >= $0.closesIdleAt } ?? false }

    /// Whether a draining loop has no use for the connection any more.
    func isToBeClosed(_ connection: Connection) -> Bool {
        guard let drain, now >= drain.closesIdleAt else { return false }
        return connection.machine.isIdle && connection.held.isEmpty
    }

    /// Tells whoever waits for the end of the last connection.
    func tellIfEmpty() {
        guard connections.count == 0, let whenEmpty = drain?.whenEmpty else { return }
        drain?.whenEmpty = nil
        whenEmpty()
    }
}
