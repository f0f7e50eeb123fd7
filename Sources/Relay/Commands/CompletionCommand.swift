/// `activity-relay completion`: the script by which a shell completes the program's arguments.
enum CompletionCommand {
    static func run(_ arguments: ArraySlice<String>) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.completion)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.completion.help)
            return 0
        }
        try arguments.expect(atMost: 1)
        switch arguments.rest.first {
        case "bash"?: StandardOutput.write(BashCompletion.script(CommandTable.all))
        case "zsh"?: StandardOutput.write(ZshCompletion.script(CommandTable.all))
        case let shell?: throw UsageError("there is no completion for \(LogText.shortened(shell)): bash or zsh")
        case nil: throw UsageError("completion is for a shell: bash or zsh")
        }
        return 0
    }
}
