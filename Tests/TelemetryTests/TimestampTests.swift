import Testing

@testable import Telemetry

@Suite struct TimestampTests {
    @Test(
        "RFC 3339 texts that are instants",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("1970-01-01T00:00:00.000Z", 0),
            ("1970-01-01t00:00:01z", 1),
            ("2000-02-29T00:00:00Z", 951_782_400),
            ("2024-02-29T12:30:45Z", 1_709_209_845),
            ("2026-01-31T09:05:00.250Z", 1_769_850_300.25),
            ("2026-01-31T09:05:00.5Z", 1_769_850_300.5),
            ("2026-01-31T10:05:00+01:00", 1_769_850_300),
            ("2026-01-31T03:35:00-05:30", 1_769_850_300),
            ("2026-01-31T09:05:00-00:00", 1_769_850_300),
            ("2026-02-01T09:04:00+23:59", 1_769_850_300),
            ("1970-01-01T23:59:00+23:59", 0),
            ("1985-04-12T23:20:50.52Z", 482_196_050.52),
            ("1996-12-19T16:39:57-08:00", 851_042_397),
            ("1990-12-31T23:59:60Z", 662_688_000),
            ("1990-12-31T15:59:60-08:00", 662_688_000),
            ("1990-12-31T23:59:60.5Z", 662_688_000.5),
            ("1937-01-01T12:00:27.87+00:20", nil),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2026-01-31T09:05:00.123456789012345678901234567890Z", 1_769_850_300.1234568),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
        ] as [(String, Double?)])
    func good(text: String, expected: Double?) {
        #expect(Timestamp.parse(text) == expected)
        // A part of a longer text is read as well as a text of its own.
        #expect(Timestamp.parse("x\(text)y".dropFirst().dropLast()) == expected)
    }

    @Test(
        "texts that are no instants, or none that we can tell",
        arguments: [
            "", "2026", "2026-01-31", "2026-01-31T09:05:00", "2026-01-31T09:05Z", "2026-01-31 09:05:00Z",
            "2026-01-31T09:05:00 Z", " 2026-01-31T09:05:00Z", "2026-01-31T09:05:00Z ", "2026-01-31T09:05:00Z\n",
            "2026-1-31T09:05:00Z", "26-01-31T09:05:00Z", "02026-01-31T09:05:00Z", "+2026-01-31T09:05:00Z",
            "2026-00-31T09:05:00Z", "2026-13-01T09:05:00Z", "2026-01-00T09:05:00Z", "2026-01-32T09:05:00Z",
            "2026-02-29T09:05:00Z", "2100-02-29T09:05:00Z", "2026-04-31T09:05:00Z", "2026-06-31T09:05:00Z",
            "2026-01-31T24:00:00Z", "2026-01-31T09:60:00Z", "2026-01-31T09:05:61Z", "2026-01-31T09:05:60Z",
            "2026-01-30T23:59:60Z", "2026-01-31T23:59:60+01:00", "2026-01-31T09:05:00.Z", "2026-01-31T09:05:00,5Z",
            "2026-01-31T09:05:00.5", "2026-01-31T09:05:00+0100", "2026-01-31T09:05:00+01", "2026-01-31T09:05:00+1:00",
            "2026-01-31T09:05:00+24:00", "2026-01-31T09:05:00+01:60", "2026-01-31T09:05:00+01:00Z",
            "2026-01-31T09:05:00ZZ", "2026-01-31T-9:05:00Z", "2026-01-31T09:05:00.-5Z", "2026/01/31T09:05:00Z",
            "20260131T090500Z", "２０２６-01-31T09:05:00Z", "2026-01-31T09:05:00\u{2212}01:00", "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00+00:01", "1969-12-31T23:59:59-01:00", "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "2026-01-31T09:05:00Z\0", "now", "1769850300",
        ])
    func bad(text: String) {
        #expect(Timestamp.parse(text) == nil)
    }

    @Test("an instant is written to the nearest millisecond")
    func write() {
        #expect(Timestamp.rfc3339(0) == "1970-01-01T00:00:00.000Z")
        #expect(Timestamp.rfc3339(1_769_850_300.25) == "2026-01-31T09:05:00.250Z")
        #expect(Timestamp.rfc3339(1_769_850_300.9994) == "2026-01-31T09:05:00.999Z")
        #expect(Timestamp.rfc3339(1_769_850_299.9996) == "2026-01-31T09:05:00.000Z")
        #expect(Timestamp.rfc3339(951_782_399.999) == "2000-02-28T23:59:59.999Z")
        #expect(Timestamp.rfc3339(951_868_800) == "2000-03-01T00:00:00.000Z")
    }

    @Test("what cannot be written is written as the nearest that can")
    func writeOutside() {
        for unixSeconds in [-1, -.infinity, .nan, -0.0, -1e300] {
            #expect(Timestamp.rfc3339(unixSeconds) == "1970-01-01T00:00:00.000Z")
        }
        for unixSeconds in [.infinity, 1e300, 253_402_300_800, .greatestFiniteMagnitude] {
            #expect(Timestamp.rfc3339(unixSeconds) == "9999-12-31T23:59:59.999Z")
        }
    }

    @Test("what was written is read as the same")
    func roundTrip() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let unixSeconds = Double(Int64.random(in: 0..<253_402_300_800_000, using: &random)) / 1_000
            #expect(Timestamp.parse(Timestamp.rfc3339(unixSeconds)) == unixSeconds)
        }
    }

    @Test("every day has its name, and the one after it the next")
    func everyDay() throws {
        var expected = try #require(CivilDate(year: 1970, month: 1, day: 1))
        for days in 0..<2_932_897 as Range<Int64> {
            let date = CivilDate(daysSince1970: days)
            guard date == expected, date.daysSince1970 == days else {
                Issue.record("day \(days) is \(date), not \(expected)")
                return
            }
            let next =
                CivilDate(year: date.year, month: date.month, day: date.day + 1)
                ?? CivilDate(year: date.year, month: date.month + 1, day: 1)
                ?? CivilDate(year: date.year + 1, month: 1, day: 1)
            guard let next else {
                #expect(date == CivilDate(year: 9_999, month: 12, day: 31))
                return
            }
            expected = next
        }
    }
}
