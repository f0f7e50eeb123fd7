import ActivityResolver
import Push

/// What the engine must know of a sender.
struct SenderTraits: Equatable, Sendable {
    /// What the resolver must know of its targets.
    var kind = TargetKind.plain
    /// Whether it can make a card appear on a device.
    var takesStartTokens = false
    /// How long after its start a card is started by push where it is not shown, seconds.
    var startDelay = 2.0
    /// What the tokens of its places look like.
    var tokenForm = TokenForm.free
}
