/// How many lines a second are worth writing: a flood of refusals is not to be one of the log's.
struct LineBudget {
    private var second = -Double.infinity
    private var lines = 0

    /// Lines a second.
    static let most = 50

    /// Whether one more line may be written at `now`, Unix seconds.
    mutating func takes(at now: Double) -> Bool {
        if now.rounded(.down) != second {
            second = now.rounded(.down)
            lines = 0
        }
        lines += 1
        return lines <= Self.most
    }
}
