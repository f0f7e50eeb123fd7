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
    /// Takes out of a content state what the run holds alike; gives what that was.
    static func takeOut(of state: inout ContentState, _ run: Run) -> SharedFields {
        var shared: SharedFields = []
        shared.take(.trackTitle, &state.trackTitle, run.trackTitle, \.self)
        shared.take(.subtitle, &state.subtitle, run.subtitle, \.self)
        shared.take(.subtitleOverflow, &state.subtitleOverflow, run.subtitleOverflow, \.self)
        shared.take(.accentColor, &state.accentColor, run.accentColor, \.self)
        shared.take(.extra, &state.extra, run.extra, \.text)
        return shared
    }

    /// Puts the run's into what was pushed.
    func fill(_ pushed: inout Pushed?, from run: Run) {
        guard !isEmpty, var state = pushed?.contentState else { return }
        put(.trackTitle, &state.trackTitle, run.trackTitle)
        put(.subtitle, &state.subtitle, run.subtitle)
        put(.subtitleOverflow, &state.subtitleOverflow, run.subtitleOverflow)
        put(.accentColor, &state.accentColor, run.accentColor)
        put(.extra, &state.extra, run.extra)
        pushed?.contentState = state
    }

    /// To the byte: texts that Unicode holds to be the same, and objects of another order, are not what was pushed.
    private mutating func take<Value>(
        _ field: SharedFields, _ value: inout Value?, _ held: Value?, _ text: (Value) -> String
    ) {
        guard let pushed = value, let held, text(pushed).utf8.elementsEqual(text(held).utf8) else { return }
        insert(field)
        value = nil
    }

    private func put<Value>(_ field: SharedFields, _ value: inout Value?, _ held: Value?) {
        if contains(field) { value = held }
    }
}
