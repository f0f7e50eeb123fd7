/// What a history entry is about; the numbers are stored.
enum HistoryKind: UInt8 {
    case event = 1
    case push = 2
    case outcome = 3
}
