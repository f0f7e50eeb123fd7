import JSON
import Push

/// Pushes as lines of JSON.
enum PushLines {
    /// A line each.
    static func bytes(_ pushes: [Push]) -> [UInt8] {
        var writer = JSONWriter(capacity: pushes.count * 512)
        for push in pushes {
            writer.push(push)
            writer.newline()
        }
        return writer.take()
    }
}
