extension ContentFields {
    /// The fields that stand in it, of those that a late event may fill in.
    var told: Told {
        var told: Told = []
        if trackTitle.isTold { told.insert(.trackTitle) }
        if subtitle.isTold { told.insert(.subtitle) }
        if subtitleOverflow.isTold { told.insert(.subtitleOverflow) }
        if accentColor.isTold { told.insert(.accentColor) }
        if extra.isTold { told.insert(.extra) }
        if relevanceScore.isTold { told.insert(.relevanceScore) }
        if timer.isTold { told.insert(.timer) }
        if staleAt.isTold { told.insert(.staleAt) }
        if estimatedCompletionDate.isTold { told.insert(.estimatedCompletionDate) }
        if fixedEnd.isTold { told.insert(.fixedEnd) }
        return told
    }

    /// What is left of it when all that was told already is taken away (E3).
    func untold(_ told: Told) -> ContentFields {
        var rest = self
        if told.contains(.trackTitle) { rest.trackTitle = .absent }
        if told.contains(.subtitle) { rest.subtitle = .absent }
        if told.contains(.subtitleOverflow) { rest.subtitleOverflow = .absent }
        if told.contains(.accentColor) { rest.accentColor = .absent }
        if told.contains(.extra) { rest.extra = .absent }
        if told.contains(.relevanceScore) { rest.relevanceScore = .absent }
        if told.contains(.timer) { rest.timer = .absent }
        if told.contains(.staleAt) { rest.staleAt = .absent }
        if told.contains(.estimatedCompletionDate) { rest.estimatedCompletionDate = .absent }
        if told.contains(.fixedEnd) { rest.fixedEnd = .absent }
        return rest
    }
}
