/// What a history entry is about; the numbers are stored.
enum HistoryKind: UInt8 {
    case event = 1
    case push = 2
    case outcome = 3
    /// What time or another activity changed, where no push told of it at once.
    case change = 4
    /// What is known of the pushes that arrived of one batch, of whatever activities: it is in no activity's chain, so
    /// that none of their rows is touched for it.
    case arrivals = 5
    /// A registration that let pushes go to a target from then on, or no more.
    case registration = 6
}
