import Storage

/// `activity-relay check`: says each fault of a configuration with its place.
enum CheckCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.check)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.check.help)
            return 0
        }
        try arguments.expect(atMost: 0)
        let loader = ConfigurationLoader(environment: environment)
        let (configuration, notes) = try loader.load(arguments.values["--config"])
        for note in notes { StandardError.write("activity-relay: note: \(note)\n") }
        try configuration.checkExposure()
        if case .sqlite(let path) = configuration.store { try SQLiteStore.checkPlace(path) }
        StandardOutput.write("the configuration is valid\n")
        return 0
    }
}
