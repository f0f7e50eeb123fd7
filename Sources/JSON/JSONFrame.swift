/// An array or object that is being read, and how far.
struct JSONFrame {
    let isArray: Bool
    /// Where its bracket or brace stands in the bytes.
    let start: Int
    /// How many elements or members were begun.
    var count = 0
    /// Where the current member's name stands, between its quotes; `keyStart` is negative while there is none.
    var keyStart = -1
    var keyEnd = -1

    var words: String { isArray ? "array" : "object" }
}
