/// A request method (RFC 9110, section 9). Names are case-sensitive.
public enum HTTPMethod: Sendable, Equatable {
    /// `GET`.
    case get
    /// `HEAD`: as `GET`, answered without the body.
    case head
    /// `POST`.
    case post
    /// `PUT`.
    case put
    /// `DELETE`.
    case delete
    /// `OPTIONS`.
    case options
    /// `PATCH` (RFC 5789).
    case patch
    /// Any other method; the server itself answers it 501.
    case other

    /// The method as it stands on the wire; empty for `other`.
    public var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .other: ""
        }
    }

    /// The method whose name stands in `range` of `bytes`.
    init(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) {
        switch range.count {
        case 3 where bytes.equals("GET", in: range): self = .get
        case 3 where bytes.equals("PUT", in: range): self = .put
        case 4 where bytes.equals("POST", in: range): self = .post
        case 4 where bytes.equals("HEAD", in: range): self = .head
        case 5 where bytes.equals("PATCH", in: range): self = .patch
        case 6 where bytes.equals("DELETE", in: range): self = .delete
        case 7 where bytes.equals("OPTIONS", in: range): self = .options
        default: self = .other
        }
    }
}
