/// A day of the Gregorian calendar, from the year 0 on.
///
/// The arithmetic counts years from March, so that the leap day is a year's last, and eras of 400 years, which are all
/// alike: https://howardhinnant.github.io/date_algorithms.html
struct CivilDate: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64

    /// Days from 1 March of the year 0 to 1 January 1970.
    private static let daysToEpoch: Int64 = 719_468
    private static let daysPerEra: Int64 = 146_097

    /// The day of that name; nil if the calendar has none.
    init?(year: Int64, month: Int64, day: Int64) {
        guard 0...9_999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day so many days after 1 January 1970; `days` is not negative.
    init(daysSince1970 days: Int64) {
        let shifted = days + Self.daysToEpoch
        let era = shifted / Self.daysPerEra
        let dayOfEra = shifted % Self.daysPerEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days after 1 January 1970 it is; negative before.
    var daysSince1970: Int64 {
        let yearFromMarch = month <= 2 ? year - 1 : year
        // January and February of the year 0 lie in the era before the first.
        let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
        let yearOfEra = yearFromMarch - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysToEpoch
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
