/// What a reader refuses to read.
public struct JSONLimits: Sendable {
    /// The deepest nesting any reader accepts, whatever its limits say: reading and releasing a tree uses the stack.
    static let deepest = 256

    /// How deep arrays and objects may be nested; values above 256 count as 256.
    public var depth: Int
    /// The longest text or member name, in bytes of UTF-8 after its escapes are resolved.
    public var textBytes: Int

    /// Limits of nesting and of a single text's length.
    public init(depth: Int = 32, textBytes: Int = 4096) {
        self.depth = depth
        self.textBytes = textBytes
    }
}
