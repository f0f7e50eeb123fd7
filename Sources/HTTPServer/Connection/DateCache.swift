/// The `Date` line (RFC 9110, section 6.6.1), formatted once a second.
package struct DateCache: Sendable {
    private static let days: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The second of the line, Unix time.
    package private(set) var second: Int

    /// The line with its CR LF: `Date: Sun, 06 Nov 1994 08:49:37 GMT`.
    package private(set) var line: [UInt8]

    /// A cache that begins at `second`, in seconds since 1970 UTC.
    package init(second: Int) {
        self.second = second
        line = DateCache.format(second)
    }

    /// Makes the line that of `second`.
    package mutating func update(second: Int) {
        guard second != self.second else { return }
        self.second = second
        line = DateCache.format(second)
    }

    private static func format(_ second: Int) -> [UInt8] {
        let day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
        let time = second - day * 86_400
        let date = civil(day)
        var line: [UInt8] = []
        line.reserveCapacity(40)
        line.append("Date: ")
        line.append(days[((day % 7) + 7) % 7])
        line.append(", ")
        append(date.day, to: &line)
        line.append(" ")
        line.append(months[date.month - 1])
        line.append(" ")
        line.append(decimal: date.year)
        for (index, part) in [time / 3600, time / 60 % 60, time % 60].enumerated() {
            line.append(index == 0 ? " " : ":")
            append(part, to: &line)
        }
        line.append(" GMT\r\n")
        return line
    }

    private static func append(_ twoDigits: Int, to line: inout [UInt8]) {
        if twoDigits < 10 { line.append("0") }
        line.append(decimal: twoDigits)
    }

    /// The date in the Gregorian calendar of a day counted from 1970-01-01, by eras of 400 years that begin in March.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
