import Push

extension Outcome {
    /// Whether it is not to be repeated, as if it had arrived for certain.
    var countsAsDelivered: Bool {
        switch self {
        case .ok, .unknown: true
        case .retry, .dropped, .dead: false
        }
    }

    /// As the history tells it, and why; no word for what went well, which needs none.
    var told: (word: StaticString?, detail: String) {
        switch self {
        case .ok: (nil, "")
        case .unknown(let detail): ("unknown", detail)
        case .retry(let failure): ("retry", failure.detail)
        case .dropped(let detail): ("dropped", detail)
        case .dead(let reason, _): ("dead", reason)
        }
    }
}
