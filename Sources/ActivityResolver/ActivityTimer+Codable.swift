extension ActivityTimer: Codable {
    private enum CodingKeys: CodingKey {
        case mode, from, until, elapsed
    }

    private enum Mode: String, Codable {
        case countDown, countUp, paused
    }

    /// Reads what the relay writes: `mode` beside its instants, Unix seconds (T1).
    ///
    /// Throws `DecodingError` where a part is missing, the mode is another, a countdown does not end after it begins (for
    /// which SwiftUI's timer texts would trap), or what has elapsed is less than nothing.
    public init(from decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: CodingKeys.self)
        switch try parts.decode(Mode.self, forKey: .mode) {
        case .countDown:
            let from = try parts.decode(Double.self, forKey: .from)
            let until = try parts.decode(Double.self, forKey: .until)
            guard from < until else {
                throw DecodingError.dataCorruptedError(
                    forKey: .until, in: parts, debugDescription: "a countdown ends after it begins")
            }
            self = .countDown(from: from, until: until)
        case .countUp: self = .countUp(from: try parts.decode(Double.self, forKey: .from))
        case .paused:
            let elapsed = try parts.decode(Double.self, forKey: .elapsed)
            guard elapsed >= 0 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .elapsed, in: parts, debugDescription: "what has elapsed is 0 seconds or more")
            }
            self = .paused(elapsed: elapsed)
        }
    }

    /// Writes it as the relay does.
    public func encode(to encoder: any Encoder) throws {
        var parts = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .countDown(let from, let until):
            try parts.encode(Mode.countDown, forKey: .mode)
            try parts.encode(from, forKey: .from)
            try parts.encode(until, forKey: .until)
        case .countUp(let from):
            try parts.encode(Mode.countUp, forKey: .mode)
            try parts.encode(from, forKey: .from)
        case .paused(let elapsed):
            try parts.encode(Mode.paused, forKey: .mode)
            try parts.encode(elapsed, forKey: .elapsed)
        }
    }
}
