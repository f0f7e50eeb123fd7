/// The precision the rules speak in (resolver.md, "Floating point").
package enum Tolerance {
    /// What is this much of progress below a threshold has reached it.
    package static let progress = 1e-7
    /// What is this many seconds before an instant has reached it.
    package static let seconds = 1e-6

    /// Progress (0…1) as it is emitted: cut, not rounded, to four decimals.
    package static func emitted(_ progress: Double) -> Double {
        Double(Int(progress * 10_000 + 1e-3)) / 10_000
    }

    /// Whether `instant` has come at `now`.
    static func reached(_ instant: Double, at now: Double) -> Bool {
        instant <= now + seconds
    }
}
