/// The arguments of a command: options with values, flags, and the rest.
struct Arguments {
    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []
    private(set) var rest: [String] = []

    /// Reads arguments; `--name VALUE` and `--name=VALUE` are the same, `--` ends the options.
    init(_ arguments: some Sequence<String>, options: Set<String>, flags known: Set<String> = []) throws(UsageError) {
        var arguments = Array(arguments)[...]
        var areOptionsOver = false
        while let argument = arguments.popFirst() {
            if areOptionsOver || argument == "-" || !argument.hasPrefix("-") {
                rest.append(argument)
            } else if argument == "--" {
                areOptionsOver = true
            } else if argument == "--help" || argument == "-h" || known.contains(argument) {
                flags.insert(argument == "-h" ? "--help" : argument)
            } else {
                try takeOption(argument, &arguments, options)
            }
        }
    }

    private mutating func takeOption(
        _ argument: String, _ arguments: inout ArraySlice<String>, _ options: Set<String>
    ) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard options.contains(name) else { throw UsageError("unknown option \(LogText.shortened(name))") }
        guard values[name] == nil else { throw UsageError("\(name) is given twice") }
        if parts.count == 2 {
            values[name] = parts[1]
        } else if let value = arguments.popFirst() {
            values[name] = value
        } else {
            throw UsageError("\(name) needs a value")
        }
    }

    var wantsHelp: Bool { flags.contains("--help") }

    /// Refuses more than so many arguments besides the options.
    func expect(atMost count: Int) throws(UsageError) {
        if rest.count > count { throw UsageError("unexpected argument \(LogText.shortened(rest[count]))") }
    }
}
