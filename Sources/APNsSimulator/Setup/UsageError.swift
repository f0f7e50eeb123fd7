/// A command line that cannot be understood: exit code 2.
struct UsageError: Error, Equatable, CustomStringConvertible, Sendable {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
