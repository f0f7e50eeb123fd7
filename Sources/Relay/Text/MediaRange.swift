/// One element of an `Accept` field (RFC 9110, section 12.5.1).
struct MediaRange {
    /// Type and subtype in lower case, either of which may be `*`.
    let essence: String
    /// How much it is wanted, 0…1.
    let weight: Double

    init(_ text: String) {
        let parts = text.split(separator: ";").map { part in
            part.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        essence = parts.first ?? ""
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        self.weight = (0...1).contains(weight) ? weight : 0
    }

    /// How precisely it speaks of a media type; nil where it does not.
    private func precision(for type: String) -> Int? {
        if essence == type { return 2 }
        let family = type.prefix { $0 != "/" }
        if essence == "\(family)/*" { return 1 }
        return essence == "*/*" ? 0 : nil
    }

    /// How much a media type is wanted: as the most precise of the ranges says.
    static func weight(of type: String, in ranges: [MediaRange]) -> Double {
        var best: (precision: Int, weight: Double)?
        for range in ranges {
            guard let precision = range.precision(for: type), precision > best?.precision ?? -1 else { continue }
            best = (precision, range.weight)
        }
        return best?.weight ?? 0
    }
}
