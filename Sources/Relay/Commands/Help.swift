/// The text of the program's own `--help`.
enum Help {
    static let program: String = {
        let commands = CommandTable.all.map { "\($0.synopsis)\n    \($0.summary)\n" }.joined()
        return """
            activity-relay: keeps a lock screen honest while something is being generated

            \(commands)
            --help on each command says more.

            """
    }()
}
