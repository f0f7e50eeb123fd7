import JSON

extension ConfigurationSection {
    mutating func number(_ key: String, _ standard: Double, _ range: ClosedRange<Double> = 0...1e9) -> Double {
        optionalNumber(key, standard, range) ?? standard
    }

    /// A number or null.
    mutating func optionalNumber(
        _ key: String, _ standard: Double?, _ range: ClosedRange<Double> = 0...1e9
    ) -> Double? {
        switch value(key) {
        case nil: return standard
        case .null?: return nil
        case .number(let number)?:
            guard let double = number.double, range.contains(double) else {
                let bounds = "\(LogText.number(range.lowerBound)) and \(LogText.number(range.upperBound))"
                fault(key, "\(number.text) is not within \(bounds)")
                return standard
            }
            return double
        default:
            fault(key, "this must be a number, without a unit; times are in seconds")
            return standard
        }
    }

    mutating func integer(_ key: String, _ standard: Int, _ range: ClosedRange<Int>) -> Int {
        let number = number(key, Double(standard), Double(range.lowerBound)...Double(range.upperBound))
        guard let integer = Int(exactly: number) else {
            fault(key, "this must be a whole number")
            return standard
        }
        return integer
    }

    mutating func bool(_ key: String, _ standard: Bool) -> Bool {
        switch value(key) {
        case nil: return standard
        case .bool(let bool)?: return bool
        default:
            fault(key, "this must be true or false")
            return standard
        }
    }

    /// A text or null; an absent one is `standard`.
    mutating func text(_ key: String, _ standard: String?) -> String? {
        switch value(key, isText: true) {
        case nil: return standard
        case .null?: return nil
        case .string(let text)?: return text
        default:
            fault(key, "this must be a text")
            return standard
        }
    }

    mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ standard: Word) -> Word
    where Word.RawValue == String {
        guard let text = text(key, standard.rawValue) else { return standard }
        if let word = Word(rawValue: text) { return word }
        fault(key, "this must be one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        return standard
    }

    mutating func section(_ key: String, otherwise: String = "this must be an object") -> ConfigurationSection {
        ConfigurationSection(source, path: path + [key], value(key), otherwise: otherwise)
    }

    /// The elements of a list with their places; nil where the key is absent.
    mutating func list(_ key: String) -> [(path: [String], value: JSONValue)]? {
        switch value(key) {
        case nil: return nil
        case .array(let elements)?:
            return elements.enumerated().map { (path + [key, String($0)], $1) }
        default:
            fault(key, "this must be a list")
            return nil
        }
    }

    /// The texts of a list.
    mutating func texts(_ key: String) -> [String] {
        (list(key) ?? []).compactMap { path, value in
            if case .string(let text) = value { return text }
            source.fault(source.place(path), "this must be a text")
            return nil
        }
    }

    /// The members of a map with their places; nil where the key is absent.
    mutating func map(_ key: String) -> [(name: String, path: [String], value: JSONValue)]? {
        switch value(key) {
        case nil: return nil
        case .object(let members)?: return members.map { ($0.name, path + [key, $0.name], $0.value) }
        default:
            fault(key, "this must be an object")
            return nil
        }
    }
}
