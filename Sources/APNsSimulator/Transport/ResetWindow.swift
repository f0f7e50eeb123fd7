/// Counts the resets of a connection by the second, as servers do since CVE-2023-44487.
struct ResetWindow {
    private static let second: Int64 = 1_000_000_000

    private let most: Int?
    private var start: Int64 = 0
    private var count = 0

    /// A window that takes so many a second; nil: any number.
    init(most: Int?) {
        self.most = most
    }

    /// Counts one that comes at `now`, nanoseconds; whether it is one too many.
    mutating func isTooMany(at now: Int64) -> Bool {
        guard let most else { return false }
        if now - start >= Self.second {
            start = now
            count = 0
        }
        count += 1
        return count > most
    }
}
