import Crypto
import HTTPServer
import Push

/// The fields by which a request is signed (Standard Webhooks 1.0.0).
///
/// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
struct SignedRequest {
    private let id: String?
    private let timestamp: String?
    private let signature: String?

    /// How far its timestamp may be from now, seconds, either way.
    static let tolerance = 300.0

    /// A request with these fields, as far as it has them.
    init(id: String?, timestamp: String?, signature: String?) {
        self.id = id
        self.timestamp = timestamp
        self.signature = signature
    }

    /// The fields of a request; nil where it has none of them.
    init?(_ headers: HeaderFields) {
        self.init(
            id: headers["webhook-id"], timestamp: headers["webhook-timestamp"], signature: headers["webhook-signature"])
        if id == nil && timestamp == nil && signature == nil { return nil }
    }

    /// What is wrong with it whatever its body is; nil where the body decides. `now`: Unix seconds.
    func fault(at now: Double) -> String? {
        guard id.map({ !$0.isEmpty }) ?? false else { return "webhook-id is missing: a signed request has one" }
        guard let timestamp else { return "webhook-timestamp is missing: a signed request has one" }
        guard signature != nil else { return "webhook-signature is missing: a signed request has one" }
        guard let second = Self.second(timestamp) else { return "webhook-timestamp is not Unix seconds" }
        let age = now - Double(second)
        if age > Self.tolerance { return "webhook-timestamp is too old: more than 5 minutes" }
        if age < -Self.tolerance { return "webhook-timestamp is too far ahead: more than 5 minutes" }
        if candidates.isEmpty { return "webhook-signature holds no signature of version v1" }
        return nil
    }

    /// What is wrong with it, its body known; nil where one of the signatures is by one of the secrets.
    func fault(_ body: [UInt8], _ secrets: [WebhookSecret], at now: Double) -> String? {
        if let fault = fault(at: now) { return fault }
        guard let id, let timestamp, let second = Self.second(timestamp) else { return "the request is not signed" }
        var isSigned = false
        // All are compared, each in constant time.
        for secret in secrets {
            guard let expected = try? secret.signature(id: id, timestamp: second, body: body) else { continue }
            for candidate in candidates where constantTimeEquals(candidate, expected) { isSigned = true }
        }
        return isSigned ? nil : "none of the signatures in webhook-signature is right for this body"
    }

    /// No sender signs with more secrets at a time.
    private static let mostCandidates = 16

    /// The signatures of the version that is known here.
    private var candidates: [String] {
        let texts = (signature ?? "").split { $0 == " " || $0 == "\t" }
        let ours = texts.lazy.filter { $0.hasPrefix("v1,") }.prefix(Self.mostCandidates)
        // Lines of one name are joined by a comma.
        return ours.map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
    }

    private static func second(_ text: String) -> Int? {
        guard text.utf8.count <= 12, let second = Int(text), String(second) == text else { return nil }
        return second
    }
}
