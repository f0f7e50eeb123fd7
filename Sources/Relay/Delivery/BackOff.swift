import Push

/// How long a target is left alone after a failure (contract, "Delivery").
struct BackOff {
    /// The longest pause, seconds.
    var longest: Double
    /// A random number from 0 up to 1.
    var random: @Sendable () -> Double

    /// 1, 2, 4 … seconds, at most the longest, give or take a fifth; `failures`: how many there were before this one.
    func seconds(after failures: Int) -> Double {
        min(longest, Double(1 << min(max(0, failures), 20))) * (0.8 + 0.4 * random())
    }

    /// No pause is longer unless a service asks for it, seconds.
    var longestPause: Double { longest * 1.2 }

    /// What the service asks for goes before that, and up to a fifth more, so that not all come back at once.
    func seconds(after failures: Int, _ failure: Failure) -> Double {
        guard let asked = failure.retryAfter else { return seconds(after: failures) }
        return min(max(asked, Self.shortest), max(longest, Self.longestAsked)) * (1 + 0.2 * random())
    }

    /// Who asks for no pause at all is not taken at its word: failures would follow each other without end.
    private static let shortest = 1.0

    /// Nobody is left alone for longer, whatever is asked: by then all that was to be told has changed.
    private static let longestAsked = 3600.0
}
