import JSON

/// What a configuration is read from: the environment before the file; collects what is wrong.
final class ConfigurationSource {
    /// The environment's variables.
    let environment: [String: String]
    /// Reads a file whole; nil where it cannot be read.
    let readFile: (String) -> String?
    private(set) var faults: [ConfigurationFault] = []
    /// What is worth saying but no fault.
    private(set) var notes: [ConfigurationFault] = []
    /// The variables that were asked for: one for each setting.
    private(set) var consulted: Set<String> = []

    init(environment: [String: String], readFile: @escaping (String) -> String?) {
        self.environment = environment
        self.readFile = readFile
    }

    /// Notes a fault.
    func fault(_ place: String, _ message: String) {
        faults.append(ConfigurationFault(place: place, message: message))
    }

    /// Notes what is no fault.
    func note(_ place: String, _ message: String) {
        notes.append(ConfigurationFault(place: place, message: message))
    }

    /// The variable that stands for a place: `RELAY_` and the path in upper snake case.
    static func variable(_ path: [String]) -> String {
        "RELAY_" + path.map(upperSnake).joined(separator: "_")
    }

    private static func upperSnake(_ name: String) -> String {
        var text = ""
        for character in name {
            if character.isUppercase, !text.isEmpty { text += "_" }
            text += character.isLetter || character.isNumber ? character.uppercased() : "_"
        }
        return text
    }

    /// A variable's text, if it is set.
    func variable(_ name: String) -> String? {
        consulted.insert(name)
        return environment[name]
    }

    /// Where a value stands, for a fault: its JSON Pointer, or the variable that gives it or what it is in.
    func place(_ path: [String]) -> String {
        for count in stride(from: path.count, to: 0, by: -1) {
            let name = Self.variable(Array(path.prefix(count)))
            guard environment[name] != nil else { continue }
            let rest = path.dropFirst(count)
            return rest.isEmpty ? name : "\(name) \(ConfigurationSection.pointer(Array(rest)))"
        }
        return ConfigurationSection.pointer(path)
    }

    /// Says which variables of ours nobody asked for.
    func noteUnknownVariables() {
        for name in environment.keys.sorted() where name.hasPrefix("RELAY_") && !consulted.contains(name) {
            let hint = NearestName.of(name, among: consulted.sorted()).map { "; did you mean \($0)?" } ?? ""
            note(name, "no such setting\(hint)")
        }
    }
}
