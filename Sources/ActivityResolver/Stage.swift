/// One stage of the work, as the configuration lists it (L1).
public struct Stage: Equatable, Sendable {
    /// The id that goes into the content state as `status`.
    public var id: String
    /// The words shown for it.
    public var label: String
    /// The emitted progress from which it is reached by itself; nil where progress alone never reaches it (L2).
    public var from: Double?
    /// The emitted progress below which a backend's word for it is not believed (L3).
    public var notBefore: Double?
    /// Other words for it, compared without regard to case, `-`, `_` and spaces.
    public var aliases: [String]
    /// Which ending it is the stage of, if it is one.
    public var terminal: Terminal?

    /// A stage of these properties.
    public init(
        id: String, label: String, from: Double? = nil, notBefore: Double? = nil, aliases: [String] = [],
        terminal: Terminal? = nil
    ) {
        self.id = id
        self.label = label
        self.from = from
        self.notBefore = notBefore
        self.aliases = aliases
        self.terminal = terminal
    }
}
