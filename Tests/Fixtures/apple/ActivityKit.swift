// The declarations of ActivityKit that the library's articles use, as Apple's documentation has them
// (developer.apple.com/documentation/activitykit), with bodies that do nothing.
import Foundation

public protocol ActivityAttributes: Decodable, Encodable {
    associatedtype ContentState: Decodable, Encodable, Hashable
}

public struct ActivityContent<State>: Sendable
where State: Decodable, State: Encodable, State: Hashable, State: Sendable {
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0.0) {}
}

public struct PushType {
    public static var token: PushType { PushType() }
}

public class Activity<Attributes>: Identifiable where Attributes: ActivityAttributes {
    public typealias ContentState = Attributes.ContentState

    public static func request(
        attributes: Attributes, content: ActivityContent<Activity<Attributes>.ContentState>, pushType: PushType? = nil
    ) throws -> Activity<Attributes> { fatalError() }

    public let attributes: Attributes
    public let id: String
    public var pushTokenUpdates: PushTokenUpdates { PushTokenUpdates() }
    public static var pushToStartTokenUpdates: PushTokenUpdates { PushTokenUpdates() }

    init(_ attributes: Attributes) {
        self.attributes = attributes
        id = ""
    }

    public struct PushTokenUpdates: AsyncSequence, Sendable {
        public typealias Element = Data
        public struct Iterator: AsyncIteratorProtocol {
            public mutating func next() async -> Data? { nil }
        }
        public func makeAsyncIterator() -> Iterator { Iterator() }
    }
}
