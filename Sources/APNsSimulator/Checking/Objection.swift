import JSON

/// What a device would object to, though APNs takes the push: nobody tells the sender of such things.
enum Objection: Equatable, Sendable {
    case notJSON(String)
    case noAps
    case noTimestamp
    case timestampNotWhole
    case timestampInMilliseconds
    case timestampFarAhead
    case noEvent
    case unknownEvent(String)
    case noContentState
    case contentStateIsNoObject
    case nullInContentState(String)
    case startWithout(String)
    case dateIsNoNumber(String)
    case dateInMilliseconds(String)
    case expirationIsDuration(Double)
    case expirationIsPast
    case contentEncoding(String)
    case olderThanShown(timestamp: Double, shown: Double)
    case afterTheEnd

    /// Whether the device shows nothing of the push.
    var isDrop: Bool {
        switch self {
        case .dateIsNoNumber, .dateInMilliseconds, .expirationIsDuration, .expirationIsPast: false
        default: true
        }
    }
}

extension Objection: CustomStringConvertible {
    /// A sentence for who wrote the push.
    var description: String {
        switch self {
        case .notJSON(let fault): "the body is no JSON: \(fault)"
        case .noAps: "there is no object \"aps\" in the body"
        case .noTimestamp: "aps has no number \"timestamp\": the device drops the push"
        case .timestampNotWhole: "timestamp is not whole seconds"
        case .timestampInMilliseconds: "timestamp looks like milliseconds; it is Unix seconds"
        case .timestampFarAhead: "timestamp is more than 8 hours ahead: the device drops the push"
        case .noEvent: "aps has no text \"event\""
        case .unknownEvent(let event): "event is \"\(event)\", not start, update or end"
        case .noContentState: "aps has no \"content-state\""
        case .contentStateIsNoObject: "content-state is no object"
        case .nullInContentState(let pointer):
            "null in content-state at \(pointer): leave the key out, or the activity may not decode it"
        case .startWithout(let key): "a start without \(key) is dropped by the device"
        case .dateIsNoNumber(let key): "\(key) is no number; it is Unix seconds"
        case .dateInMilliseconds(let key): "\(key) looks like milliseconds; it is Unix seconds"
        case .expirationIsDuration(let seconds):
            "apns-expiration \(JSONNumber(seconds).text) is a duration; it is an instant in Unix seconds"
        case .expirationIsPast: "apns-expiration is past: the push is not kept for a device that is away"
        case .contentEncoding(let coding): "content-encoding \"\(coding)\": a push must not be compressed"
        case .olderThanShown(let timestamp, let shown):
            "stale, not shown: timestamp \(JSONNumber(timestamp).text) is not newer than \(JSONNumber(shown).text)"
        case .afterTheEnd: "the activity has ended: the device ignores the push"
        }
    }
}
