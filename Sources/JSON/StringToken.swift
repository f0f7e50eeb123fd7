/// A string that was found to be valid, where it stands between its quotes.
struct StringToken {
    let start: Int
    let end: Int
    let hasEscapes: Bool
}
