import Telemetry

/// Values as a person reads them on a terminal.
enum PlainText {
    /// A text from outside on one line, without what moves a terminal's cursor or turns its text around.
    static func clean(_ text: String) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isUnfit(scalar) ? " " : scalar) }
        return String(clean)
    }

    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        // What joins emoji and shapes letters is of the text.
        if scalar == "\u{200D}" || scalar == "\u{200C}" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: return true
        default: return false
        }
    }

    /// A text from outside in quotes, cut to so many columns; quotes and backslashes in it are escaped as in JSON, so
    /// that it cannot look like what follows it.
    static func quoted(_ text: String, atMost width: Int = 40) -> String {
        var escaped = ""
        for scalar in DisplayWidth.cut(clean(text), to: width).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return "\"" + escaped + "\""
    }

    /// The time of day in UTC, to a tenth of a second: `13:22:43.1`.
    static func clock(_ instant: Double) -> String {
        String(Timestamp.rfc3339((instant * 10).rounded(.down) / 10).dropFirst(11).prefix(10))
    }

    /// The time of day, with the date where that is not the day of `now`: `2026-09-22 13:22:43.1`.
    static func clock(_ instant: Double, from now: Double) -> String {
        let day = Timestamp.rfc3339(wholeSecondOf: instant).prefix(10)
        return (Timestamp.rfc3339(wholeSecondOf: now).prefix(10) == day ? "" : day + " ") + clock(instant)
    }

    /// Date and time in UTC, to the second.
    static func date(_ instant: Double) -> String {
        let text = Timestamp.rfc3339(wholeSecondOf: instant)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
    }

    /// Seconds: `4.2 s` below a minute, else `1:03` or `2:00:07`.
    static func span(_ seconds: Double) -> String {
        let seconds = seconds.isFinite ? min(abs(seconds), 1e12) : 0
        let tenths = (seconds * 10).rounded()
        if tenths < 600 { return decimal(tenths / 10) + " s" }
        let whole = Int(seconds.rounded())
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let tail = twoDigits(whole % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// An instant as seen from another: `in 4.2 s`, `4.2 s ago`.
    static func relative(_ instant: Double, to now: Double) -> String {
        instant >= now ? "in \(span(instant - now))" : "\(span(now - instant)) ago"
    }

    /// How long after the start, with a sign, and below a minute always with a tenth: `+4.0 s`.
    static func offset(_ seconds: Double) -> String {
        let text = span(seconds)
        let isWhole = text.hasSuffix(" s") && !text.contains(".")
        return (seconds < 0 ? "-" : "+") + (isWhole ? text.dropLast(2) + ".0 s" : text)
    }

    /// A progress in percent: `41.25 %`.
    static func percent(_ progress: Double) -> String {
        decimal((progress * 10_000).rounded() / 100) + " %"
    }

    /// A number without a fraction where it has none.
    static func decimal(_ value: Double) -> String {
        LogText.number(value)
    }

    /// A number of things: `1 push`, `2 pushes`.
    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    /// Names in a row, the first few of many: `a, b, c, d, e and 3 more`.
    static func list(_ names: [String]) -> String {
        let rest = names.count > mostListed ? " and \(names.count - mostListed) more" : ""
        return names.prefix(mostListed).joined(separator: ", ") + rest
    }

    /// How many names are listed.
    private static let mostListed = 5

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
