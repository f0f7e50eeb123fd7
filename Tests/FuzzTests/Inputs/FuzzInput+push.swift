import ActivityResolver
import Push

extension FuzzInput {
    /// A push whose answer is judged.
    static let push = Push(
        sender: "apns", sentAt: 1_790_000_000, conversionId: "t", subscriberId: "u", number: 1,
        place: Place(token: "00"),
        planned: PlannedPush(
            target: "r1", event: .update, priority: 10,
            contentState: ContentState(status: "generating", displayStatus: "Generating…", progress: 0.5),
            reason: .progress))
}
