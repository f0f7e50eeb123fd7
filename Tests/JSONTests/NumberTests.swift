import JSON
import TestSupport
import Testing

@Suite struct NumberTests {
    func double(_ text: String) throws(JSONError) -> Double {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.readDouble()
        try reader.finish()
        return value
    }

    func integer(_ text: String) throws(JSONError) -> Int {
        var reader = JSONReader(Array(text.utf8))
        let value = try reader.readInteger()
        try reader.finish()
        return value
    }

    func written(_ value: Double) -> String {
        var writer = JSONWriter()
        writer.number(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("0", 0), ("0.42", 0.42), ("1790000060.25", 1790000060.25), ("1790000000.2", 1790000000.2), ("0.3833", 0.3833),
        ("0.1", 0.1), ("0.30000000000000004", 0.1 + 0.2), ("1e308", 1e308),
        ("1.7976931348623157e308", .greatestFiniteMagnitude),
        ("1.7976931348623158e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude),
        ("2.4703282292062328e-324", .leastNonzeroMagnitude),
        ("2.4703282292062327e-324", 0), ("1e-400", 0), ("1e-99999999999999999999999", 0),
        ("0e999999999999999999999", 0),
        ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
        ("2.2250738585072014e-308", .leastNormalMagnitude),
        ("9007199254740993", 9007199254740992), ("9007199254740993.0000000000000000000000000000001", 9007199254740994),
        ("9007199254740992999e-3", 9007199254740992), ("123456789012345678", 123456789012345680), ("1e22", 1e22),
        ("1e23", 1e23),
        ("8.5e22", 8.5e22), ("100000000000000000000000e-5", 1e18), ("0.000000000000000000000000001", 1e-27),
        ("-1.5e-3", -0.0015), ("1E+2", 100), ("179769313486231580793728971405301e276", .greatestFiniteMagnitude),
        ("1.00000000000000011102230246251565404236316680908203125", 1),
        ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
        ("1.00000000000000033306690738754696212708950042724609375", 1.0000000000000004),
    ])
    func `a number is read as the nearest Double`(text: String, value: Double) throws {
        #expect(try double(text).bitPattern == value.bitPattern)
    }

    @Test func `minus zero keeps its sign when read and loses it when written`() throws {
        #expect(try double("-0").sign == .minus)
        #expect(try double("-0.0e5").bitPattern == (-0.0).bitPattern)
        #expect(try double("-1e-999").bitPattern == (-0.0).bitPattern)
        #expect(written(-0.0) == "0")
    }

    @Test(arguments: ["1e309", "-1e309", "1.7976931348623159e308", "1e99999999999999999999", "10e308", "-9e400"])
    func `a number too large for a Double is a value error`(text: String) {
        let error = #expect(throws: JSONError.self) { try double(text) }
        #expect(error?.kind == .value)
        #expect(error?.message == "\(text) is too large a number")
    }

    @Test func `a digit far behind still decides where a tie goes`() throws {
        let tie = "1.00000000000000011102230246251565404236316680908203125"
        #expect(try double(tie + String(repeating: "0", count: 3000)) == 1)
        #expect(try double(tie + String(repeating: "0", count: 3000) + "1") == 1.0000000000000002)
    }

    @Test func `100 kB of digits are read in no time`() throws {
        let nines = String(repeating: "9", count: 100_000)
        let start = ContinuousClock.now
        #expect(try double("0." + nines) == 1)
        #expect(try double(nines + "e-100000") == 1)
        #expect(throws: JSONError.self) { try double(nines) }
        #expect(try read(nines).canonical.utf8.count == 100_007)
        #expect(try integer("1." + String(repeating: "0", count: 100_000)) == 1)
        #expect(throws: JSONError.self) { try integer("1e" + nines) }
        #expect(try double("0." + String(repeating: "0", count: 100_000) + "1e100001") == 1)
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test(arguments: [
        ("3", 3), ("3.0", 3), ("3e0", 3), ("30e-1", 3), ("0.3e1", 3), ("-17", -17), ("0", 0), ("-0", 0), ("0.000", 0),
        ("0e-999", 0),
        ("9007199254740991", 9_007_199_254_740_991), ("-9007199254740991", -9_007_199_254_740_991),
        ("1e15", 1_000_000_000_000_000),
        ("9.007199254740991e15", 9_007_199_254_740_991), ("90071992547409910e-1", 9_007_199_254_740_991),
        ("100000000000000000000e-20", 1),
        ("1.00000000000000000000000000000", 1), ("1200000000000000000000000000000e-29", 12),
        ("0e99999999999999999999", 0),
    ])
    func `a whole number may be written in any way`(text: String, value: Int) throws {
        #expect(try integer(text) == value)
    }

    @Test(arguments: [
        "9007199254740992", "-9007199254740992", "9007199254740991.5e1", "1e16", "1e400", "-1e99999999999999999999",
        "123456789012345678901234567890",
        "12345678901234567890123e-3", "18446744073709551616", "9223372036854775808", "99999999999999999999",
        "9007199254740991e1",
    ])
    func `a whole number beyond 2^53 - 1 is a value error`(text: String) {
        let error = #expect(throws: JSONError.self) { try integer(text) }
        #expect(error?.kind == .value)
        #expect(error?.message == "\(text) is not within ±9007199254740991")
    }

    @Test(arguments: [
        "3.5", "1e-1", "0.1", "-2.000001", "1.00000000000000000000000000001", "1e-99999999999999999999",
        "9007199254740990.5",
    ])
    func `a fraction is not a whole number`(text: String) {
        let error = #expect(throws: JSONError.self) { try integer(text) }
        #expect(error?.kind == .value)
        #expect(error?.message == "\(text) is not a whole number")
    }

    @Test(arguments: [
        ("0", ["-0", "0.0", "0e5", "0e-99999999999999999999", "-0.000e1"]),
        ("1", ["1.0", "10e-1", "0.1e1", "1e0", "100E-2", "1.000"]),
        ("-1", ["-1.0", "-10e-1"]), ("100", ["1e2", "100.00", "1E+2"]), ("0.00001", ["1e-5", "0.1e-4", "10e-6"]),
        ("0.000001", ["1e-6", "10e-7"]), ("1e-7", ["0.0000001", "10e-8"]),
        ("100000000000000000000", ["1e20", "10e19"]), ("1e21", ["1000000000000000000000", "10e20"]),
        ("12.5", ["125e-1", "1.25e1", "12.50"]),
        ("1e999999999", ["10e999999998", "0.1e1000000000"]), ("-1.5e-999999999", ["-15e-1000000000"]),
        ("9007199254740993", ["9007199254740993.0", "9.007199254740993e15"]),
        ("0.1000000000000000000000000001", ["1000000000000000000000000001e-28"]),
        ("1e99999999999999999", ["10e99999999999999998"]),
    ])
    func `all texts of a number have one canonical form`(canonical: String, texts: [String]) throws {
        let value = try read(canonical)
        #expect(value.canonical == canonical)
        for text in texts {
            #expect(try read(text).canonical == canonical)
            #expect(try read(text) == value)
        }
    }

    @Test(arguments: [
        ("1", "2"), ("1", "-1"), ("9007199254740993", "9007199254740992"), ("0.1", "0.10000000000000001"),
        ("1e400", "1e401"), ("1e-400", "0"),
        ("123456789012345678901234567890", "123456789012345678901234567891"), ("12", "1.2"), ("0.5", "5"),
    ])
    func `numbers of different values differ, however close`(one: String, other: String) throws {
        #expect(try read(one) != read(other))
    }

    @Test func `a number made here equals the same one read`() throws {
        #expect(try read("0.50") == .number(JSONNumber(0.5)))
        #expect(try read("5.0") == .number(JSONNumber(5)))
        #expect(JSONNumber(1.0).text == "1")
        #expect(JSONNumber(-7).double == -7)
        #expect(JSONNumber(Int.min).text == "-9223372036854775808")
        #expect(Set([JSONNumber(1.0), JSONNumber(1), JSONNumber(2)]).count == 2)
        #expect(try read("1e400").doubleValue == nil)
        #expect(JSONNumber(.nan).text == "null")
        #expect(JSONNumber(.infinity).double == nil)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (-1, "-1"), (50, "50"), (1790000060, "1790000060"),
            (9007199254740991, "9007199254740991"), (1790000000.2, "1790000000.2"),
            (0.3833, "0.3833"), (0.42, "0.42"), (0.5, "0.5"), (-0.25, "-0.25"), (1790000000.125, "1790000000.125"),
            (0.0001, "0.0001"), (100.05, "100.05"),
            (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"), (99999999999.9999, "99999999999.9999"),
            (-12.3456, "-12.3456"),
        ] as [(Double, String)])
    func `a number is written as its shortest text`(value: Double, text: String) {
        #expect(written(value) == text)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func `a value that is not finite is written as null`(value: Double) {
        #expect(written(value) == "null")
    }

    @Test func `any Double comes back bit for bit`() throws {
        var generator = SeededGenerator(seed: 7)
        for round in 0..<40_000 {
            let value: Double
            switch round % 4 {
            case 0: value = Double(bitPattern: generator.next())
            case 1: value = Double(Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator)) / 10_000
            case 2: value = Double.random(in: -1...1, using: &generator)
            default: value = (1_790_000_000 + Double.random(in: 0...1e6, using: &generator)).nextUp
            }
            guard value.isFinite, value != 0 else { continue }
            let text = written(value)
            #expect(try double(text).bitPattern == value.bitPattern, "\(text)")
            #expect(text.utf8.count <= value.description.utf8.count)
        }
    }

    @Test func `any text of digits is rounded as the standard library rounds it`() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let digits = (0..<Int.random(in: 1...25, using: &generator)).map { _ in
                String(UInt8.random(in: 0...9, using: &generator))
            }.joined()
            let text = "1" + digits + ".0" + digits + "e\(Int.random(in: -340...300, using: &generator))"
            guard let expected = Double(text), expected.isFinite else { continue }
            #expect(try double(text) == expected, "\(text)")
        }
    }

    @Test(arguments: [0, 7, 10, -1, 1_000_000, .max, .min]) func `a whole number is written plainly`(value: Int) {
        var writer = JSONWriter()
        writer.integer(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == String(value))
    }
}
