/// A command of the program: what its help, its arguments and the shells' completion go by.
struct CommandSyntax {
    let name: String
    /// Whether it is meant where no command is named.
    var isDefault = false
    /// One line, for the list of all.
    let summary: String
    /// What it does, in lines; empty where the summary says it.
    var about: [String] = []
    var options: [OptionSyntax] = []
    /// What stands behind the options, in the help; nil: nothing does.
    var operand: String?
    /// What that is.
    var operandValue = OptionSyntax.Value.none
    /// What else is to be said, in lines.
    var notes: [String] = []

    /// The lines of its help are no longer.
    static let width = 120

    /// The line to type, in as many lines as it takes.
    var synopsis: String {
        let start = "activity-relay " + (isDefault ? "[\(name)]" : name)
        let indent = String(repeating: " ", count: start.count)
        var lines = [start]
        for part in options.map({ "[\($0.typed)]" }) + (operand.map { [$0] } ?? []) {
            let last = lines[lines.count - 1]
            if last.count + 1 + part.count <= Self.width {
                lines[lines.count - 1] = "\(last) \(part)"
            } else {
                lines.append("\(indent) \(part)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The text of its `--help`.
    var help: String {
        let lines = [synopsis, ""] + (about.isEmpty ? [summary] : about) + optionLines + notes
        return lines.joined(separator: "\n") + "\n"
    }

    private var optionLines: [String] {
        let width = options.map(\.typed.count).max() ?? 0
        return options.flatMap { option in
            option.about.enumerated().map { index, line in
                let head = index == 0 ? option.typed : ""
                return "  " + head + String(repeating: " ", count: width - head.count + 2) + line
            }
        }
    }
}

extension Arguments {
    /// Reads the arguments that a command takes.
    init(_ arguments: some Sequence<String>, _ syntax: CommandSyntax) throws(UsageError) {
        let flags = syntax.options.filter { $0.value == .none }.map(\.name)
        let options = syntax.options.map(\.name).filter { !flags.contains($0) }
        try self.init(arguments, options: Set(options), flags: Set(flags))
    }
}
