/// What a history entry is about; the numbers are stored.
enum HistoryKind: UInt8 {
    case event = 1
    case push = 2
    case outcome = 3
    /// What time or another activity changed, where no push told of it at once.
    case change = 4
}
