import CCurl

/// What a transport's thread does: begins transfers, carries them on, reports those that are over.
struct CurlLoop {
    private let settings: CurlSettings
    private let inbox: TransportInbox
    private let compose: CurlTransport.Composer
    private let report: @Sendable ([CurlTransport.Finished]) -> Void
    private var multi: CurlMulti
    private var window: TransferWindow
    private var line = PushLine()
    // Transfers that are to begin once more, by the slots that they keep.
    private var again = WaitingLine<Int>()
    // By the slots of their handles, which are made once and used again.
    private var transfers: [Transfer?] = []
    private var handles: [CurlEasy] = []
    private var idle: [Int] = []
    private var retriesUnderWay = 0
    private var request = OutgoingRequest()
    // Nobody has answered since a transfer was given up: the connection may be dead though nothing says so.
    private var isSuspect = false
    // The peer has done with its connections: nothing begins on them any more.
    private var mustRenew = false
    // When a transfer last ended, and when the peer's clock was last looked at, monotonic seconds.
    private var lastEnd = -Double.infinity
    private var lastLookAtTime = -Double.infinity

    private struct Transfer {
        let push: Push
        /// Whether its target has failed before.
        let isRetry: Bool
        /// When it began, monotonic seconds.
        let begin: Double
        var isRepeat = false
    }

    init(
        _ settings: CurlSettings, _ multi: CurlMulti, _ inbox: TransportInbox,
        compose: @escaping CurlTransport.Composer,
        report: @escaping @Sendable ([CurlTransport.Finished]) -> Void
    ) {
        self.settings = settings
        self.multi = multi
        self.inbox = inbox
        self.compose = compose
        self.report = report
        window = TransferWindow(
            connections: settings.connections, streams: settings.streams, proves: settings.keepsProvenConnections)
        multi.allow(connections: window.open)
    }

    /// Returns when it was asked to stop and nothing is left, or there is no time left.
    mutating func run() {
        while true {
            let (pushes, stopsAt) = inbox.take()
            line.append(pushes)
            if let stopsAt, isDone(at: stopsAt) { return }
            let finished = round()
            if !finished.isEmpty { report(finished) }
            wait(stopsAt)
        }
    }

    /// Begins what there is room for and carries on; gives what is over.
    private mutating func round() -> [CurlTransport.Finished] {
        renewIfNeeded()
        rest()
        var finished: [CurlTransport.Finished] = []
        let sockets = multi.sockets
        sockets.corked {
            begin(&finished)
            multi.perform()
            if sockets.takeOpened() { window.replaced() }
            while takeFinished(&finished) {
                // What takes their place leaves together with what they had left to say.
                if begin(&finished) { multi.perform() }
            }
        }
        let isFull = !line.isEmpty && underWay >= window.width
        if window.isFull(isFull, at: MonotonicClock.now()) { multi.allow(connections: window.open) }
        return finished
    }

    /// How long nothing may be under way, seconds, before a connection counts as untried: it may be gone meanwhile.
    private static let longestRest = 30.0

    private mutating func rest() {
        guard underWay == 0 else { return }
        if multi.sockets.isEmpty || MonotonicClock.now() - lastEnd > Self.longestRest {
            window.rested()
            multi.allow(connections: window.open)
        }
    }

    private mutating func isDone(at stopsAt: Double) -> Bool {
        if isIdle { return true }
        guard MonotonicClock.now() >= stopsAt else { return false }
        giveUp()
        return true
    }

    private var isIdle: Bool { line.isEmpty && underWay == 0 }

    private var underWay: Int { handles.count - idle.count }

    /// Those of them that libcurl has.
    private var running: Int { underWay - again.count }

    private func wait(_ stopsAt: Double?) {
        if mustRenew && underWay == 0 { return }
        var seconds = Self.longestWait
        if let stopsAt {
            if isIdle { return }
            seconds = max(0, min(seconds, stopsAt - MonotonicClock.now()))
        }
        // Something waits: soon there may be another connection for it.
        if !line.isEmpty { seconds = min(seconds, Self.waitWithLine) }
        inbox.unlessNews(multi, stopsAt: stopsAt) { multi.poll(milliseconds: Int32(seconds * 1000) + 1) }
    }

    /// Seconds; news ends a wait at once.
    private static let longestWait = 60.0
    private static let waitWithLine = 1.0

    // MARK: Beginning

    /// Begins transfers while there is room; whether there was something to begin.
    @discardableResult
    private mutating func begin(_ finished: inout [CurlTransport.Finished]) -> Bool {
        let repeats = beginAgain()
        guard !mustRenew else { return repeats }
        let begins = repeats || !line.isEmpty
        while underWay < window.width, let (push, isRetry) = line.take(retriesUnderWay, of: window.width) {
            do throws(TransferFailure) {
                request.clear()
                try compose(push, &request)
                begin(push, isRetry: isRetry, in: try idleSlot())
            } catch {
                finished.append((push, TransferResult(status: 0, failure: error)))
            }
        }
        return begins
    }

    /// Begins what is to begin once more; whether there was any.
    private mutating func beginAgain() -> Bool {
        let begins = !again.isEmpty
        while running < window.width, let slot = again.take() {
            guard let transfer = transfers[slot] else { continue }
            // Where no time is left, libcurl says so.
            handles[slot].limit(to: settings.timeout - (MonotonicClock.now() - transfer.begin))
            multi.add(handles[slot])
        }
        return begins
    }

    private mutating func idleSlot() throws(TransferFailure) -> Int {
        if let slot = idle.popLast() { return slot }
        do throws(CurlError) {
            handles.append(try CurlEasy(settings, slot: handles.count, multi.sockets))
        } catch {
            throw Self.failure(error.description)
        }
        transfers.append(nil)
        return handles.count - 1
    }

    private mutating func begin(_ push: Push, isRetry: Bool, in slot: Int) {
        handles[slot].load(request, timeout: settings.timeout)
        transfers[slot] = Transfer(push: push, isRetry: isRetry, begin: MonotonicClock.now())
        if isRetry { retriesUnderWay += 1 }
        multi.add(handles[slot])
    }

    /// After a transfer to which nobody answered, or for a peer that wants it, and with none under way, all connections are
    /// made anew.
    private mutating func renewIfNeeded() {
        if inbox.takeRenewal() { mustRenew = true }
        guard isSuspect || mustRenew, underWay == 0 else { return }
        isSuspect = false
        mustRenew = false
        guard let fresh = try? CurlMulti(connections: settings.connections, streams: settings.streams) else { return }
        window.rested()
        fresh.allow(connections: window.open)
        // They follow the old one's sockets.
        handles.removeAll()
        transfers.removeAll()
        idle.removeAll()
        multi = fresh
    }

    // MARK: Ending

    /// Takes what is over; whether anything was.
    private mutating func takeFinished(_ finished: inout [CurlTransport.Finished]) -> Bool {
        var hasAny = false
        while let (handle, code) = multi.nextFinished() {
            if !hasAny { lastEnd = MonotonicClock.now() }
            let slot = CurlEasy.slot(of: handle)
            guard let transfer = transfers[slot] else { continue }
            hasAny = true
            let easy = handles[slot]
            multi.remove(easy)
            inbox.count(connections: easy.connectionsMade)
            let result = easy.result(code, readsTime: looksAtTime())
            if result.status == 0, result.failure?.endsConnection ?? false { window.replaced() }
            if repeats(transfer, result, slot) { continue }
            transfers[slot] = nil
            if transfer.isRetry { retriesUnderWay -= 1 }
            idle.append(slot)
            learn(result, easy)
            if easy.isSpoiled, let fresh = try? CurlEasy(settings, slot: slot, multi.sockets) { handles[slot] = fresh }
            finished.append((transfer.push, result))
        }
        return hasAny
    }

    /// Seconds between two looks at the peer's clock.
    private static let timeInterval = 10.0

    private mutating func looksAtTime() -> Bool {
        guard settings.keepsProvenConnections, lastEnd - lastLookAtTime >= Self.timeInterval else { return false }
        lastLookAtTime = lastEnd
        return true
    }

    private mutating func learn(_ result: TransferResult, _ easy: CurlEasy) {
        if result.status != 0 {
            isSuspect = false
            window.answered(
                isMultiplexed: easy.isMultiplexed, isSuccess: (200..<300).contains(result.status),
                madeConnection: easy.connectionsMade > 0)
        } else if result.failure?.isTimeout ?? false {
            isSuspect = true
        }
    }

    /// Lets the same bytes go once more, as soon as there is room, where a connection ended under them and nobody knows how
    /// far they came.
    private mutating func repeats(_ transfer: Transfer, _ result: TransferResult, _ slot: Int) -> Bool {
        guard !transfer.isRepeat, result.status == 0, result.failure?.isAmbiguous ?? false else { return false }
        // A second card is worse than none.
        if transfer.push.isPushToStart && result.isSentWhole { return false }
        guard MonotonicClock.now() - transfer.begin < settings.timeout else { return false }
        transfers[slot]?.isRepeat = true
        again.append(slot)
        return true
    }

    /// Reports all that is left as failed.
    private mutating func giveUp() {
        var result = TransferResult(status: 0, failure: Self.failure("the relay stopped before there was an answer"))
        var left = line.takeAll().map { ($0, result) }
        for (slot, transfer) in transfers.enumerated() {
            guard let transfer else { continue }
            multi.remove(handles[slot])
            result.isSentWhole = handles[slot].isSentWhole
            left.append((transfer.push, result))
        }
        transfers = []
        again = WaitingLine()
        retriesUnderWay = 0
        report(left)
    }

    private static func failure(_ message: String) -> TransferFailure {
        TransferFailure(code: Int32(CURLE_ABORTED_BY_CALLBACK.rawValue), message: message)
    }
}
