/// What makes the phone ring or light up with a push: a title or a body or both.
package struct Alert: Equatable, Sendable {
    /// The first line, if any.
    package var title: String?
    /// The second line, if any.
    package var body: String?
    /// The name of a sound, if any.
    package var sound: String?

    /// An alert of the given parts.
    package init(title: String? = nil, body: String? = nil, sound: String? = nil) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
