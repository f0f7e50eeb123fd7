import Storage

/// `activity-relay backup`: a copy of the SQLite store, while the relay runs or while it does not.
enum BackupCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.backup)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.backup.help)
            return 0
        }
        try arguments.expect(atMost: 1)
        guard let file = arguments.rest.first else { throw UsageError("backup needs the name of a file to write") }
        let path = try storePath(arguments, environment)
        let interruption = Interruption()
        let bytes = try SQLiteBackup.run(path, to: file) { interruption.hasCome }
        StandardOutput.write("\(path) was copied to \(file): \(bytes) bytes\n")
        return 0
    }

    private static func storePath(_ arguments: Arguments, _ environment: [String: String]) throws -> String {
        var location = try ConfigurationLoader(environment: environment).load(arguments.values["--config"])
            .configuration.store
        if let url = arguments.values["--store"] { location = try ConfigurationReader.storeLocation(url) }
        guard case .sqlite(let path) = location else {
            throw ProgramFailure("a store in memory ends with its relay; there is nothing to copy")
        }
        return path
    }
}
