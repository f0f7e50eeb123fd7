/// An app that is pushed to: what its pushes are named and shaped by.
public struct APNsApp: Equatable, Sendable {
    /// The app's bundle id, without the suffix of the topic.
    public var bundleId: String
    /// How its content state is named and dated.
    public var mapping: ContentStateMapping
    /// What a card that is started by push is made with, besides what names the activity.
    public var attributes: CardAttributes

    /// An app of that bundle id.
    public init(bundleId: String, mapping: ContentStateMapping = .init(), attributes: CardAttributes = .init()) {
        self.bundleId = bundleId
        self.mapping = mapping
        self.attributes = attributes
    }

    /// What a bundle id ends in where it is the topic of Live Activity pushes.
    public static let topicSuffix = ".push-type.liveactivity"

    /// What APNs tells its Live Activity pushes by.
    var topic: String { bundleId + Self.topicSuffix }
}
