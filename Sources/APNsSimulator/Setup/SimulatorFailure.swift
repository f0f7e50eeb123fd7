/// Why the simulator cannot start: a sentence with the place and the remedy.
struct SimulatorFailure: Error, CustomStringConvertible, Sendable {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
