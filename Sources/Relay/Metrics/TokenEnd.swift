import Telemetry

/// Why a service called a token dead, as metrics tell it.
enum TokenEnd: Int, MetricLabel {
    case badDeviceToken, deviceTokenNotForTopic, expiredToken, unregistered, gone, other

    /// Of what a sender said of it.
    init(_ detail: String) {
        let words = Set(detail.split { !$0.isLetter && !$0.isNumber }.map(String.init))
        let known = Self.allCases.first { $0 != .gone && $0 != .other && words.contains($0.word) }
        self = known ?? (words.contains("410") ? .gone : .other)
    }

    /// APNs' own words, where it has one.
    var word: String {
        switch self {
        case .badDeviceToken: "BadDeviceToken"
        case .deviceTokenNotForTopic: "DeviceTokenNotForTopic"
        case .expiredToken: "ExpiredToken"
        case .unregistered: "Unregistered"
        case .gone: "Gone"
        case .other: "other"
        }
    }
}
