import ActivityResolver

/// A page of an activity's history, oldest first.
struct HistoryPage {
    var state: ActivityState
    var items: [HistoryItem]
    /// Where the next page goes on, if there is one.
    var cursor: String?
    var explainer: EventExplainer
    /// Unix seconds.
    var now: Double
}
