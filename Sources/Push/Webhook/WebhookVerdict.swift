/// What a receiver's answer to a webhook means (contract, "Delivery"; Standard Webhooks 1.0.0).
enum WebhookVerdict {
    /// What became of a push with that answer.
    static func outcome(of result: TransferResult) -> Outcome {
        switch result.status {
        case 0:
            .retry(
                Failure(
                    result.failure?.message ?? "no answer came",
                    scope: result.failure?.isOurs ?? false ? .key : .service))
        case 200..<300: .ok
        case 410: .dead("the receiver answered 410: it wants no more")
        case 300..<400:
            .retry(Failure(told(result, "redirects are not followed"), retryAfter: result.retryAfter))
        // Not there yet, or asked to come later.
        case 404, 408, 425, 429: .retry(Failure(told(result), retryAfter: result.retryAfter))
        case 400..<500: .dropped(told(result))
        // It answers, so others may fare better.
        default: .retry(Failure(told(result), retryAfter: result.retryAfter))
        }
    }

    private static func told(_ result: TransferResult, _ remark: String? = nil) -> String {
        let said = excerpt(result.body)
        let parts = ["the receiver answered \(result.status)", remark, said.isEmpty ? nil : said].compactMap(\.self)
        return parts.joined(separator: ": ")
    }

    /// The beginning of what was said, on one line.
    private static func excerpt(_ body: [UInt8]) -> String {
        let text = String(decoding: body.prefix(excerptBytes), as: UTF8.self)
        return text.unicodeScalars.split(whereSeparator: isUnfit).map(String.init).joined(separator: " ")
    }

    /// What moves a terminal's cursor, turns its text around or ends a line is not for a log.
    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse: true
        default: false
        }
    }

    private static let excerptBytes = 120
}
