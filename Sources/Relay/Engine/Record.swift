import ActivityResolver
import JSON
import Storage

/// A row in the hands of the engine, for the length of a transaction.
final class Record {
    /// The row as it was read, or a new one.
    var row: ActivityRow
    /// What the row holds; nil until the activity begins.
    var state: ActivityState?
    /// Why the row's state cannot be read, if it cannot.
    let fault: JSONError?
    /// Whether it is to be written back.
    var isDirty = false
    /// Whether it is to be removed.
    var isRemoved = false
    /// What is to be added to its history, oldest first.
    var entries: [HistoryEntry] = []
    /// The eventIds to be remembered.
    var seen: [EventIdHash] = []

    init(row: ActivityRow, state: ActivityState?, fault: JSONError? = nil) {
        self.row = row
        self.state = state
        self.fault = fault
    }
}
