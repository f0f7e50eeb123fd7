/// One step back: what stood at a place before a transaction changed it.
enum InMemoryUndo {
    case row(number: Int64, ActivityRow?)
    case history(id: Int64, HistoryEntry?)
    case seen(activity: Int64, EventIdHash, count: Int64?)
    case allSeen(activity: Int64, [EventIdHash: Int64])
    case registration(id: String, RegistrationRow?)
}
