import ActivityResolver
import JSON
import Storage

/// An activity in the hands of the engine: its row, and what the row holds.
final class Record {
    /// The row as it is stored, but for what is yet to be written; its `state` bytes are not kept.
    var row: ActivityRow
    /// What the row holds; without meaning until the activity is known.
    var state: ActivityState
    /// Whether the activity has begun.
    var isKnown: Bool
    /// Why the row's state cannot be read, if it cannot.
    let fault: JSONError?
    /// Whether it is to be written back.
    var isDirty = false
    /// Whether it is to be removed.
    var isRemoved = false
    /// What is to be added to its history, oldest first.
    var entries: [HistoryEntry] = []
    /// What readers of streams are to be told, oldest first.
    var changes: [(entry: Int, change: ActivityChange)] = []
    /// Whether something changed that readers are told; without a history it is marked in the row alone.
    var isChanged = false
    /// Which start is just ending it, if one is.
    var superseder: Superseder?
    /// The boundary that time may just fire, if one waits.
    var firing: Boundary?
    /// The eventIds to be remembered.
    var seen: [EventIdHash] = []

    /// An activity of which nothing is known.
    init(unknown conversionId: String) {
        row = ActivityRow(conversionId: conversionId)
        state = .unknown(conversionId)
        isKnown = false
        fault = nil
    }

    /// A stored activity.
    init(row: ActivityRow, state: ActivityState) {
        self.row = row
        self.state = state
        isKnown = true
        fault = nil
    }

    /// A stored activity that cannot be read.
    init(row: ActivityRow, fault: JSONError) {
        self.row = row
        state = .unknown(row.conversionId)
        isKnown = false
        self.fault = fault
    }

    /// Where the activity stands; nil where it is not known.
    var phase: Phase? { isKnown ? state.activity.phase : nil }
}
