/// What a reader follows.
enum StreamTopic: Hashable {
    /// One activity, known or not.
    case activity(String)
    /// All activities of a subscriber.
    case subscriber(String)
    /// Everything.
    case all
}
