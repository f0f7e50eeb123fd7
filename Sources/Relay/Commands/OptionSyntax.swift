/// An option of a command, as its help and the shells' completion tell it.
struct OptionSyntax {
    /// What its value is.
    enum Value: Equatable {
        /// It has none.
        case none
        /// A file.
        case file
        /// One of these.
        case words([String])
        /// Anything else.
        case text
    }

    /// With its dashes.
    let name: String
    /// What stands for the value in the help; empty where there is none.
    let placeholder: String
    let value: Value
    /// The lines of the help.
    let about: [String]

    init(_ name: String, _ placeholder: String = "", _ value: Value = .none, _ about: String...) {
        self.name = name
        self.placeholder = placeholder
        self.value = value
        self.about = about
    }

    /// As it is typed: `--config FILE`.
    var typed: String { placeholder.isEmpty ? name : "\(name) \(placeholder)" }
}
