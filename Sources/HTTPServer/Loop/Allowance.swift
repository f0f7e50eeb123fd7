/// How many bytes one connection may hold of those that all may hold together.
///
/// A quarter of what is left: whoever holds much comes to its end first, and something is always left for the others.
enum Allowance {
    /// What any connection may hold, in bytes: an ordinary request.
    static let least = 4096
    /// What a reader of a streamed answer may always be behind, in bytes; pieces are shared, so they cost less.
    static let leastOfStream = 32 * 1024

    /// What one connection may hold while `held` of `limit` bytes are.
    static func of(limit: Int, held: Int) -> Int {
        max(least, (limit - held) / 4)
    }
}
