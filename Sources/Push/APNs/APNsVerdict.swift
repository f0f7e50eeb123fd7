/// What an answer of APNs, or none, means for a push (contract, "Delivery").
struct APNsVerdict: Equatable {
    /// What became of the push.
    var outcome: Outcome
    /// Whether the connections are to be made anew.
    var needsNewConnection = false

    init(_ outcome: Outcome, needsNewConnection: Bool = false) {
        self.outcome = outcome
        self.needsNewConnection = needsNewConnection
    }

    /// What is asked where a push may fare better at once.
    struct Remedies {
        /// The provider token is expired: whether another one is used from now on.
        var renewsToken: () -> Bool
        /// The connection saw another provider token not long ago: whether a new one has not been tried for that lately.
        var renewsConnection: () -> Bool
    }

    init(_ result: TransferResult, of push: Push, _ remedies: Remedies) {
        switch result.status {
        case 0: self.init(Self.unanswered(result, push))
        case 200..<300: self.init(.ok)
        case 300..<400:
            self.init(Self.failed("APNs answered \(result.status): redirects are not followed", .service, result))
        default: self = Self.refused(APNsAnswer(result.body), result, push, remedies)
        }
    }

    private static func refused(
        _ answer: APNsAnswer, _ result: TransferResult, _ push: Push, _ remedies: Remedies
    ) -> APNsVerdict {
        let told = told(answer, result) + remark(answer.reason, push)
        // What was cut off may have said anything.
        if answer.reason.isEmpty, let failure = result.failure {
            return APNsVerdict(failed("\(told): \(failure.message)", .target, result))
        }
        switch APNsReason(answer.reason, status: result.status) {
        case .tokenIsDead: return APNsVerdict(.dead(told, since: answer.since))
        case .pushIsRefused: return APNsVerdict(.dropped(told))
        case .keyIsRefused: return APNsVerdict(failed(told, .key, result))
        // With another token it would be refused for longer.
        case .connectionIsTooYoung:
            let scope: Failure.Scope = remedies.renewsConnection() ? .target : .key
            return APNsVerdict(failed(told, scope, result), needsNewConnection: true)
        case .providerTokenIsExpired where remedies.renewsToken(): return APNsVerdict(failed(told, .target, result))
        case .providerTokenIsExpired:
            return APNsVerdict(failed(told + ": look whether this machine's clock is right", .key, result))
        case .connectionIsOver: return APNsVerdict(failed(told, .target, result), needsNewConnection: true)
        case .isTooOften: return APNsVerdict(failed(told, .target, result))
        case .serviceCannot: return APNsVerdict(failed(told, .service, result))
        }
    }

    private static func failed(_ told: String, _ scope: Failure.Scope, _ result: TransferResult) -> Outcome {
        .retry(Failure(told, retryAfter: result.retryAfter, scope: scope))
    }

    private static func unanswered(_ result: TransferResult, _ push: Push) -> Outcome {
        guard let failure = result.failure else { return .retry(Failure("no answer came", scope: .service)) }
        if failure.isUnsendable { return .dropped(failure.message) }
        // A second card is worse than none.
        if push.isPushToStart, result.isSentWhole { return .unknown("no answer came: \(failure.message)") }
        return .retry(Failure(failure.message, scope: failure.isOurs ? .key : .service))
    }

    private static func told(_ answer: APNsAnswer, _ result: TransferResult) -> String {
        "APNs answered \(result.status)" + (answer.word.map { " \($0)" } ?? "")
    }

    /// What is to be done about it, for those reasons that do not say it themselves.
    private static func remark(_ reason: String, _ push: Push) -> String {
        switch reason {
        case "BadDeviceToken" where push.place?.environment == .production:
            ": is it of a debug build? Its registration then needs \"environment\":\"sandbox\""
        case "BadDeviceToken": ": the token of a TestFlight or App Store build is of \"environment\":\"production\""
        case "Unregistered", "ExpiredToken": ": the app or its card is gone from the device, or has a new token by now"
        case "PayloadTooLarge": ": extra or attributes may be too large"
        case "DeviceTokenNotForTopic": ": the token is of an app with another bundleId"
        case "InvalidProviderToken": ": look at teamId, keyId and key, and whether this machine's clock is right"
        case "BadEnvironmentKeyIdInToken": ": the key is of the other environment; \"sandbox\" may have one of its own"
        case "BadTopic", "TopicDisallowed": ": look at bundleId, and whether the key is for it"
        default: ""
        }
    }
}
