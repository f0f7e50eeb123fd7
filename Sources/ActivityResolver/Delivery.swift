/// One place to push an activity to: what it was last told and whether it is to be told again.
package struct Delivery: Equatable, Sendable {
    /// The registration's id or the default sender's name.
    package var target: String
    /// What the resolver must know of it.
    package var kind: TargetKind
    /// What was last handed over.
    package var pushed: Pushed?
    /// Whether the activity is live on the target: started there and not ended. Of a start token: whether it got its
    /// start in this run.
    package var isLive = false
    /// Whether the activity's waiting push is for this target too.
    package var waits = false

    /// Whether it cannot be reached at present. The state of then is sent when it can be; until then its differences are
    /// no reason to push, so that the other targets are pushed to as if it was not there.
    package var isOutOfReach = false

    /// Whether it is told of changes and of the end.
    var isToldChanges: Bool { kind != .starts }

    /// What a push of a live activity does there. A card's own token makes no card appear.
    var nextEvent: PushEvent { isLive || kind == .rerenders ? .update : .start }

    /// A place that was told nothing yet.
    package init(target: String, kind: TargetKind) {
        self.target = target
        self.kind = kind
    }
}
