import ActivityResolver

/// What became of an activity, for those who follow it.
struct ActivityChange: Equatable {
    /// Its place among all changes; nil where the activity was forgotten with its history.
    var id: Int64?
    var conversionId: String
    var subscriberId: String?
    var phase: Phase
    /// What it shows since; nil where there is nothing new to show.
    var contentState: ContentState?
    /// Whether nothing follows but a restart.
    var isLast: Bool
}
