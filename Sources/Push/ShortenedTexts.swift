import ActivityResolver

/// Makes a push shorter by what can be spared of its texts: the title first, then the subtitles (contract, "Push"),
/// then the alert's, for a push that arrives shortened is better than none.
enum ShortenedTexts {
    private enum Field: CaseIterable {
        case trackTitle, subtitleOverflow, subtitle, alertBody, alertTitle, displayStatus
    }

    /// A text is left with so many grapheme clusters first; only if that is not enough, with less.
    private static let leastClusters = [32, 0]

    private static let ellipsis: Character = "…"

    /// Shortens one text, by so many bytes if it can spare them, or leaves out what the app may do without; false where
    /// nothing can be spared any more.
    static func shorten(_ push: inout PlannedPush, by excess: Int) -> Bool {
        for least in leastClusters {
            for field in Field.allCases {
                guard let text = text(field, of: push), let shorter = shortened(text, by: excess, least) else {
                    continue
                }
                set(field, of: &push, to: shorter)
                return true
            }
        }
        return leaveOut(from: &push)
    }

    /// An end without the app's own fields is better than a card that stays.
    private static func leaveOut(from push: inout PlannedPush) -> Bool {
        if push.alert?.sound != nil {
            push.alert?.sound = nil
        } else if push.contentState.extra != nil {
            push.contentState.extra = nil
        } else {
            return false
        }
        return true
    }

    /// The text without so many bytes, or with the least number of clusters; it ends in "…". nil: it has no more.
    private static func shortened(_ text: String, by excess: Int, _ least: Int) -> String? {
        var clusters = Array(text)
        guard clusters.count > least, clusters != [ellipsis] else { return nil }
        var spared = -ellipsis.utf8.count
        while clusters.count >= max(1, least), spared < excess {
            spared += clusters.removeLast().utf8.count
        }
        while clusters.last?.isWhitespace ?? false { clusters.removeLast() }
        return clusters.isEmpty ? "" : String(clusters) + String(ellipsis)
    }

    private static func text(_ field: Field, of push: PlannedPush) -> String? {
        switch field {
        case .trackTitle: push.contentState.trackTitle
        case .subtitleOverflow: push.contentState.subtitleOverflow
        case .subtitle: push.contentState.subtitle
        case .alertBody: push.alert?.body
        case .alertTitle: push.alert?.title
        case .displayStatus: push.contentState.displayStatus
        }
    }

    private static func set(_ field: Field, of push: inout PlannedPush, to text: String) {
        let text = text.isEmpty ? nil : text
        switch field {
        case .trackTitle: push.contentState.trackTitle = text
        case .subtitleOverflow: push.contentState.subtitleOverflow = text
        case .subtitle: push.contentState.subtitle = text
        case .alertBody: push.alert?.body = text
        case .alertTitle: push.alert?.title = text
        case .displayStatus: push.contentState.displayStatus = text ?? String(ellipsis)
        }
    }
}
