/// What makes the phone ring or light up with a push: a title or a body or both.
public struct Alert: Equatable, Sendable {
    /// The first line, if any.
    public var title: String?
    /// The second line, if any.
    public var body: String?
    /// The name of a sound, if any.
    public var sound: String?

    /// An alert of the given parts.
    public init(title: String? = nil, body: String? = nil, sound: String? = nil) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
