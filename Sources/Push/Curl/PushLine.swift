import ActivityResolver

/// The pushes that wait for a transfer: those to targets that have failed take no more than half of the room, so that
/// what hangs does not hold up what does not.
struct PushLine {
    private var fresh = WaitingLine<Push>()
    private var retries = WaitingLine<Push>()

    var isEmpty: Bool { fresh.isEmpty && retries.isEmpty }

    mutating func append(_ pushes: [Push]) {
        for push in pushes {
            if push.planned.reason == .retry { retries.append(push) } else { fresh.append(push) }
        }
    }

    /// Takes the next that may begin, while so many retries are under way in a window of that width.
    mutating func take(_ retriesUnderWay: Int, of width: Int) -> (push: Push, isRetry: Bool)? {
        if let push = fresh.take() { return (push, false) }
        guard retriesUnderWay < max(1, width / 2), let push = retries.take() else { return nil }
        return (push, true)
    }

    /// Takes all.
    mutating func takeAll() -> [Push] {
        fresh.takeAll() + retries.takeAll()
    }
}
