/// What a push does to an activity.
enum PayloadEvent: String, Sendable {
    case start
    case update
    case end
}
