import Push

/// What became of one push.
struct PushResult {
    var push: Push
    var outcome: Outcome
}
