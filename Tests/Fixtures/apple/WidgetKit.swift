// The declarations of WidgetKit that the library's articles use, as Apple's documentation has them
// (developer.apple.com/documentation/widgetkit), with bodies that do nothing.
import ActivityKit
import SwiftUI

public struct ActivityViewContext<Attributes> where Attributes: ActivityAttributes {
    public let activityID: String
    public let attributes: Attributes
    public let state: Attributes.ContentState
    public let isStale: Bool
}

@MainActor @preconcurrency public struct ActivityConfiguration<Attributes>: WidgetConfiguration
where Attributes: ActivityAttributes {
    public init<Content>(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) where Content: View {}
    public var body: Never { fatalError() }
}

public struct DynamicIsland {
    public init<Expanded, CompactLeading, CompactTrailing, Minimal>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading,
        @ViewBuilder compactTrailing: @escaping () -> CompactTrailing, @ViewBuilder minimal: @escaping () -> Minimal
    ) where Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View {}
}

public struct DynamicIslandExpandedContent<Content> where Content: View {}

@resultBuilder public struct DynamicIslandExpandedContentBuilder {
    public static func buildBlock<Content>(
        _ content: DynamicIslandExpandedRegion<Content>
    ) -> DynamicIslandExpandedContent<some View> { DynamicIslandExpandedContent<Content>() }
}

public struct DynamicIslandExpandedRegionPosition: Sendable {
    public static let bottom = DynamicIslandExpandedRegionPosition()
}

public struct DynamicIslandExpandedRegion<Content> where Content: View {
    public init(
        _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0,
        @ViewBuilder content: @escaping () -> Content
    ) {}
}
