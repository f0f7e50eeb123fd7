/// What libcurl could not do for us, apart from a transfer's own failure.
public struct CurlError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What, in plain words.
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
