/// The fields of a request that APNs looks at.
enum PushField: Int, CaseIterable, Sendable {
    case method
    case path
    case authorization
    case id
    case topic
    case pushType
    case priority
    case expiration
    case collapseId
    case contentEncoding

    /// The field's name on the wire, in lower case as HTTP/2 has it (RFC 9113, section 8.2.1).
    var name: StaticString {
        switch self {
        case .method: ":method"
        case .path: ":path"
        case .authorization: "authorization"
        case .id: "apns-id"
        case .topic: "apns-topic"
        case .pushType: "apns-push-type"
        case .priority: "apns-priority"
        case .expiration: "apns-expiration"
        case .collapseId: "apns-collapse-id"
        case .contentEncoding: "content-encoding"
        }
    }

    /// The field of that name; nil for one that nobody looks at.
    init?(_ name: UnsafeBufferPointer<UInt8>) {
        let field: PushField
        switch name.count {
        case 5: field = .path
        case 7: field = name[0] == UInt8(ascii: ":") ? .method : .id
        case 10: field = .topic
        case 13: field = name[1] == UInt8(ascii: "u") ? .authorization : .priority
        case 14: field = .pushType
        case 15: field = .expiration
        case 16: field = name[0] == UInt8(ascii: "a") ? .collapseId : .contentEncoding
        default: return nil
        }
        let wanted = field.name
        for index in 0..<name.count where name[index] != wanted.utf8Start[index] { return nil }
        self = field
    }
}
