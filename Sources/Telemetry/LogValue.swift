/// What a log field tells. Texts may come from outside: they are escaped when the record is rendered.
public enum LogValue: Equatable, Sendable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// Yes or no.
    case flag(Bool)
}
