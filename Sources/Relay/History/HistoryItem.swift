/// One thing of an activity's history.
struct HistoryItem: Equatable {
    /// What it is.
    enum Content: Equatable {
        case event(EventView)
        case push(PushView)
        case change(ChangeView)
        case registration(RegistrationView)
    }

    /// Where it stands: items follow each other as their places do.
    struct Place: Comparable {
        /// The id of its entry.
        var entry: Int64
        /// Which one of its entry it is, from 0.
        var index: Int

        static func < (one: Place, other: Place) -> Bool {
            (one.entry, one.index) < (other.entry, other.index)
        }
    }

    var place: Place
    /// Unix seconds.
    var at: Double
    var content: Content
    /// Where the activity stood then, if that is known.
    var phase: String?
}
