/// A status field as the labels' rules see it.
enum StatusWord: Equatable {
    /// Not told.
    case absent
    /// Told as null.
    case cleared
    /// A stage of the work.
    case listed(rank: Int)
    /// A label that ends, beside a type that does not: as absent (E2).
    case ending
    /// A word of the backend's own.
    case unlisted(String)

    init(_ field: Field<String>, _ stages: StageList) {
        switch field {
        case .absent: self = .absent
        case .cleared: self = .cleared
        case .set(let text):
            switch stages.match(text) {
            case .stage(let rank): self = .listed(rank: rank)
            case .terminal: self = .ending
            case .unlisted: self = .unlisted(text)
            }
        }
    }

    var listedRank: Int? {
        if case .listed(let rank) = self { rank } else { nil }
    }

    var unlistedText: String? {
        if case .unlisted(let text) = self { text } else { nil }
    }
}
