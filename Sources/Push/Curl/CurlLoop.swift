import CCurl

/// What a transport's thread does: begins transfers, carries them on, reports those that are over.
final class CurlLoop<Item: Sendable> {
    private let settings: CurlSettings
    private let inbox: TransportInbox<Item>
    private let compose: @Sendable (Item, inout OutgoingRequest) -> Void
    private let report: @Sendable ([CurlTransport<Item>.Finished]) -> Void
    private var multi: CurlMulti
    private var window: TransferWindow
    private var line = WaitingLine<Item>()
    private var idle: [CurlEasy] = []
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var request = OutgoingRequest()
    // Nobody has answered since a transfer was given up: the connection may be dead though nothing says so.
    private var isSuspect = false

    private struct Transfer {
        let item: Item
        let easy: CurlEasy
        /// When it began, monotonic seconds.
        let begin: Double
        var isRepeat = false
    }

    init(
        _ settings: CurlSettings, _ multi: CurlMulti, _ inbox: TransportInbox<Item>,
        compose: @escaping @Sendable (Item, inout OutgoingRequest) -> Void,
        report: @escaping @Sendable ([CurlTransport<Item>.Finished]) -> Void
    ) {
        self.settings = settings
        self.multi = multi
        self.inbox = inbox
        self.compose = compose
        self.report = report
        window = TransferWindow(connections: settings.connections, streams: settings.streams)
    }

    /// Returns when it was asked to stop and nothing is left, or there is no time left.
    func run() {
        while true {
            let (items, stopsAt) = inbox.take()
            line.append(items)
            if let stopsAt, isDone(at: stopsAt) { return }
            let finished = round()
            if !finished.isEmpty { report(finished) }
            wait(stopsAt)
        }
    }

    /// Begins what there is room for and carries on; gives what is over.
    private func round() -> [CurlTransport<Item>.Finished] {
        renewIfSuspect()
        var finished: [CurlTransport<Item>.Finished] = []
        multi.sockets.corked {
            begin()
            multi.perform()
            while case let over = takeFinished(), !over.isEmpty {
                finished += over
                // What takes their place leaves together with what they had left to say.
                if begin() { multi.perform() }
            }
        }
        return finished
    }

    private func isDone(at stopsAt: Double) -> Bool {
        if line.isEmpty && transfers.isEmpty { return true }
        guard MonotonicClock.now() >= stopsAt else { return false }
        giveUp()
        return true
    }

    private func wait(_ stopsAt: Double?) {
        var seconds = Self.longestWait
        if let stopsAt {
            if line.isEmpty && transfers.isEmpty { return }
            seconds = max(0, min(seconds, stopsAt - MonotonicClock.now()))
        }
        inbox.unlessNews(multi, stopsAt: stopsAt) { multi.poll(milliseconds: Int32(seconds * 1000) + 1) }
    }

    /// Seconds; news ends a wait at once.
    private static var longestWait: Double { 60 }

    // MARK: Beginning

    /// Begins transfers while there is room; whether there was something to begin.
    @discardableResult
    private func begin() -> Bool {
        let begins = !line.isEmpty
        while transfers.count < window.width, let item = line.take() {
            do throws(CurlError) {
                begin(item, try idleHandle())
            } catch {
                report([(item, Self.failed(error.description))])
                break
            }
        }
        return begins
    }

    private func idleHandle() throws(CurlError) -> CurlEasy {
        if let easy = idle.popLast() { return easy }
        return try CurlEasy(settings, multi.sockets)
    }

    /// After a transfer to which nobody answered, and with none under way, all connections are made anew.
    private func renewIfSuspect() {
        guard isSuspect, transfers.isEmpty else { return }
        isSuspect = false
        guard let fresh = try? CurlMulti(connections: settings.connections) else { return }
        // They follow the old one's sockets.
        idle.removeAll()
        multi = fresh
    }

    private func begin(_ item: Item, _ easy: CurlEasy) {
        request.clear()
        compose(item, &request)
        easy.load(request, timeout: settings.timeout)
        transfers[easy.handle] = Transfer(item: item, easy: easy, begin: MonotonicClock.now())
        multi.add(easy)
    }

    // MARK: Ending

    private func takeFinished() -> [CurlTransport<Item>.Finished] {
        var finished: [CurlTransport<Item>.Finished] = []
        while let (handle, code) = multi.nextFinished() {
            guard let transfer = transfers[handle] else { continue }
            multi.remove(transfer.easy)
            inbox.count(connections: transfer.easy.connectionsMade)
            let result = transfer.easy.result(code)
            if repeats(transfer, result) { continue }
            transfers[handle] = nil
            idle.append(transfer.easy)
            learn(result, transfer.easy)
            finished.append((transfer.item, result))
        }
        return finished
    }

    private func learn(_ result: TransferResult, _ easy: CurlEasy) {
        if result.status != 0 {
            isSuspect = false
            if let isMultiplexed = easy.isMultiplexed { window.learned(isMultiplexed: isMultiplexed) }
        } else if result.failure?.isTimeout ?? false {
            isSuspect = true
        }
    }

    /// Sends the same bytes once more where a connection ended under them and nobody knows how far they came.
    private func repeats(_ transfer: Transfer, _ result: TransferResult) -> Bool {
        let left = settings.timeout - (MonotonicClock.now() - transfer.begin)
        guard !transfer.isRepeat, result.status == 0, result.failure?.isAmbiguous ?? false, left > 0 else {
            return false
        }
        transfers[transfer.easy.handle]?.isRepeat = true
        transfer.easy.limit(to: left)
        multi.add(transfer.easy)
        return true
    }

    /// Reports all that is left as failed.
    private func giveUp() {
        let left = line.takeAll()
        let underWay = transfers.values.map(\.item)
        for transfer in transfers.values { multi.remove(transfer.easy) }
        transfers = [:]
        report((underWay + left).map { ($0, Self.failed("the relay stopped before there was an answer")) })
    }

    private static func failed(_ message: String) -> TransferResult {
        let code = Int32(CURLE_ABORTED_BY_CALLBACK.rawValue)
        return TransferResult(status: 0, failure: TransferFailure(code: code, message: message))
    }
}
