/// A command that could not do its work: a line on standard error and exit code 1.
struct ProgramFailure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
