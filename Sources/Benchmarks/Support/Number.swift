/// Numbers as they are printed.
enum Number {
    /// A number with so many decimals, its thousands set apart.
    static func text(_ value: Double, digits: Int = 0) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        let whole = sign + grouped(scaled / scale)
        guard digits > 0 else { return whole }
        let decimals = String(scaled % scale)
        return whole + "." + String(repeating: "0", count: digits - decimals.count) + decimals
    }

    /// A whole number, not negative, of so many digits or more.
    static func padded(_ value: Int, to width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func grouped(_ value: Int) -> String {
        value < 1000 ? String(value) : grouped(value / 1000) + "," + padded(value % 1000, to: 3)
    }
}
