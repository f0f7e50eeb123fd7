/// A place where bytes of somebody else come in, and what must hold whatever they are.
struct FuzzInput: Sendable {
    /// Its name, and that of the folder of its corpus.
    let name: String
    /// What is wrong with what becomes of the bytes; nil: nothing.
    let fault: @Sendable ([UInt8]) -> String?

    /// All of them.
    static let all = [
        http, json, event, form, lines, cloudEvent, configuration, answer, state, registration, timestamp,
    ]

    /// The one of that name.
    static func named(_ name: String) -> FuzzInput? { all.first { $0.name == name } }
}
