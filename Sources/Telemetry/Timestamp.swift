/// Instants as RFC 3339 texts, for the years 1970 to 9999. https://www.rfc-editor.org/rfc/rfc3339
public enum Timestamp {
    /// The end of the year 9999, Unix seconds.
    private static let end: Int64 = 253_402_300_800
    private static let secondsPerDay: Int64 = 86_400

    /// The instant in UTC, to the nearest millisecond: `2026-01-31T09:05:00.250Z`.
    ///
    /// What lies outside of the years is shown as the nearest that does not, and what is no number as 1970.
    public static func rfc3339(_ unixSeconds: Double) -> String {
        rfc3339(unixSeconds, showsMilliseconds: true)
    }

    /// The whole second that the instant lies in, in UTC: `2026-01-31T09:05:00Z`.
    public static func rfc3339(wholeSecondOf unixSeconds: Double) -> String {
        rfc3339(unixSeconds.rounded(.down), showsMilliseconds: false)
    }

    private static func rfc3339(_ unixSeconds: Double, showsMilliseconds: Bool) -> String {
        let last = Double(end * 1_000 - 1)
        let bounded = unixSeconds.isNaN ? 0 : min(max((unixSeconds * 1_000).rounded(), 0), last)
        let milliseconds = Int64(bounded)
        let seconds = milliseconds / 1_000
        let date = CivilDate(daysSince1970: seconds / secondsPerDay)
        let time = seconds % secondsPerDay
        var text: [UInt8] = []
        text.reserveCapacity(24)
        append(date.year, digits: 4, before: "-", to: &text)
        append(date.month, digits: 2, before: "-", to: &text)
        append(date.day, digits: 2, before: "T", to: &text)
        append(time / 3_600, digits: 2, before: ":", to: &text)
        append(time / 60 % 60, digits: 2, before: ":", to: &text)
        append(time % 60, digits: 2, before: showsMilliseconds ? "." : "Z", to: &text)
        if showsMilliseconds { append(milliseconds % 1_000, digits: 3, before: "Z", to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(
        _ number: Int64, digits: Int, before separator: Unicode.Scalar, to text: inout [UInt8]
    ) {
        var divisor: Int64 = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
        text.append(UInt8(ascii: separator))
    }

    /// The instant that an RFC 3339 text tells, in Unix seconds; nil if it is none, or not within the years.
    ///
    /// Any offset and any number of fraction digits will do. A leap second (`23:59:60` UTC at the end of a month) is the
    /// second after it: Unix time has none.
    public static func parse(_ text: some StringProtocol) -> Double? {
        var scanner = TimestampScanner(text.utf8)
        guard let year = scanner.number(digits: 4), scanner.skip("-"), let month = scanner.number(digits: 2),
            scanner.skip("-"), let day = scanner.number(digits: 2),
            let date = CivilDate(year: year, month: month, day: day), year >= 1970,
            scanner.skip("T") || scanner.skip("t"),
            let hour = scanner.number(digits: 2), hour < 24, scanner.skip(":"),
            let minute = scanner.number(digits: 2), minute < 60, scanner.skip(":"),
            let second = scanner.number(digits: 2), second <= 60,
            let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let instant = date.daysSince1970 * secondsPerDay + hour * 3_600 + minute * 60 + second - offset
        guard 0..<end ~= instant, second < 60 || isStartOfMonth(instant) else { return nil }
        // The fraction, if it is nearly 1, must not carry into what cannot be written any more.
        return min(Double(instant) + fraction, Double(end).nextDown)
    }

    private static func isStartOfMonth(_ instant: Int64) -> Bool {
        instant % secondsPerDay == 0 && CivilDate(daysSince1970: instant / secondsPerDay).day == 1
    }
}
