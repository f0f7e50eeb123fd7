import ActivityResolver

/// What of a target's content state is what its run holds: the store keeps it once, however many targets there are.
struct SharedFields: OptionSet {
    let rawValue: Int

    // They are stored: a bit is never given another meaning.
    static let trackTitle = SharedFields(rawValue: 1 << 0)
    static let subtitle = SharedFields(rawValue: 1 << 1)
    static let subtitleOverflow = SharedFields(rawValue: 1 << 2)
    static let accentColor = SharedFields(rawValue: 1 << 3)
    static let extra = SharedFields(rawValue: 1 << 4)
}

extension SharedFields {
    /// Those that both have, and have alike.
    init(_ state: ContentState, _ run: Run) {
        self = []
        if state.trackTitle != nil, state.trackTitle == run.trackTitle { insert(.trackTitle) }
        if state.subtitle != nil, state.subtitle == run.subtitle { insert(.subtitle) }
        if state.subtitleOverflow != nil, state.subtitleOverflow == run.subtitleOverflow { insert(.subtitleOverflow) }
        if state.accentColor != nil, state.accentColor == run.accentColor { insert(.accentColor) }
        if state.extra != nil, state.extra == run.extra { insert(.extra) }
    }

    /// Takes them out of a content state.
    func remove(from state: inout ContentState) {
        if contains(.trackTitle) { state.trackTitle = nil }
        if contains(.subtitle) { state.subtitle = nil }
        if contains(.subtitleOverflow) { state.subtitleOverflow = nil }
        if contains(.accentColor) { state.accentColor = nil }
        if contains(.extra) { state.extra = nil }
    }

    /// Puts the run's into what was pushed.
    func fill(_ pushed: inout Pushed?, from run: Run) {
        guard !isEmpty, var state = pushed?.contentState else { return }
        if contains(.trackTitle) { state.trackTitle = run.trackTitle }
        if contains(.subtitle) { state.subtitle = run.subtitle }
        if contains(.subtitleOverflow) { state.subtitleOverflow = run.subtitleOverflow }
        if contains(.accentColor) { state.accentColor = run.accentColor }
        if contains(.extra) { state.extra = run.extra }
        pushed?.contentState = state
    }
}
