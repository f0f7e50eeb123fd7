import Crypto
import HTTPServer
import Synchronization

/// The ids that answers carry as `X-Request-Id`: the request's own, or a new one.
final class RequestIds: Sendable {
    // What tells this process's ids from those of others.
    private let prefix = (try? RandomBytes.make(6)).map(Hex.encode) ?? ""
    private let count = Atomic<UInt64>(0)

    /// The name of the field.
    static let field = "X-Request-Id"
    private static let longest = 128

    /// The id of a request: its own where that is 1–128 visible ASCII characters.
    func id(_ headers: HeaderFields) -> String {
        if let own = headers["x-request-id"], Self.isSane(own) { return own }
        return make()
    }

    /// A new id.
    func make() -> String {
        prefix + "-" + String(count.add(1, ordering: .relaxed).newValue, radix: 16)
    }

    static func isSane(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
