import ActivityResolver
import Push
import Testing

@testable import Push

/// What each answer of APNs means.
@Suite struct APNsVerdictTests {
    private static var noRemedies: APNsVerdict.Remedies {
        APNsVerdict.Remedies(renewsToken: { false }, renewsConnection: { false })
    }

    private enum Kind: Equatable {
        case retry(Failure.Scope)
        case dropped, dead
    }

    /// Apple's whole table of device pushes, and what the contract does about it.
    private static let table: [(status: Int, reason: String, kind: Kind)] = [
        (400, "BadCollapseId", .dropped), (400, "BadDeviceToken", .dead), (400, "BadExpirationDate", .dropped),
        (400, "BadMessageId", .dropped), (400, "BadPriority", .dropped), (400, "BadTopic", .retry(.key)),
        (400, "DeviceTokenNotForTopic", .dead), (400, "DuplicateHeaders", .dropped),
        (400, "IdleTimeout", .retry(.target)), (400, "InvalidPushType", .dropped),
        (400, "MissingDeviceToken", .dropped), (400, "MissingTopic", .dropped), (400, "PayloadEmpty", .dropped),
        (400, "TopicDisallowed", .retry(.key)), (403, "BadCertificate", .retry(.key)),
        (403, "BadCertificateEnvironment", .retry(.key)), (403, "ExpiredProviderToken", .retry(.key)),
        (403, "Forbidden", .dropped), (403, "InvalidProviderToken", .retry(.key)),
        (403, "MissingProviderToken", .retry(.key)), (403, "UnrelatedKeyIdInToken", .retry(.target)),
        (403, "BadEnvironmentKeyIdInToken", .retry(.key)), (404, "BadPath", .dropped),
        (405, "MethodNotAllowed", .dropped), (410, "ExpiredToken", .dead), (410, "Unregistered", .dead),
        (413, "PayloadTooLarge", .dropped), (429, "TooManyProviderTokenUpdates", .retry(.key)),
        (429, "TooManyRequests", .retry(.target)), (500, "InternalServerError", .retry(.service)),
        (503, "ServiceUnavailable", .retry(.service)), (503, "Shutdown", .retry(.target)),
        // What Apple may add.
        (400, "SomethingNew", .dropped), (403, "SomethingNew", .dropped), (408, "SomethingNew", .retry(.target)),
        (410, "SomethingNew", .dead), (425, "SomethingNew", .retry(.target)), (429, "SomethingNew", .retry(.target)),
        (500, "SomethingNew", .retry(.service)), (599, "SomethingNew", .retry(.service)),
        (302, "SomethingNew", .retry(.service)),
    ]

    @Test(arguments: table.indices)
    func `each reason has its reaction`(_ index: Int) {
        let row = Self.table[index]
        let body = "{\"reason\":\"\(row.reason)\"}"
        let verdict = verdict(row.status, body, renews: false)
        #expect(kind(verdict.outcome) == row.kind)
        #expect(detail(verdict.outcome).contains("\(row.status)"))
        if row.status != 302 { #expect(detail(verdict.outcome).contains(row.reason)) }
        let isOver = ["IdleTimeout", "Shutdown", "UnrelatedKeyIdInToken", "TooManyProviderTokenUpdates"].contains(
            row.reason)
        #expect(verdict.needsNewConnection == isOver)
    }

    @Test(arguments: ["", "no JSON", "{}", "[]", "{\"reason\":1}", "{\"reason\":null}", "{\"reason\":\"", "\u{1b}[2J"])
    func `an answer without a reason counts by its class`(_ body: String) {
        #expect(kind(verdict(400, body).outcome) == .dropped)
        #expect(kind(verdict(410, body).outcome) == .dead)
        #expect(kind(verdict(503, body).outcome) == .retry(.service))
        #expect(detail(verdict(400, body).outcome) == "APNs answered 400")
    }

    @Test(arguments: [400, 403, 410, 413])
    func `a refusal whose reason was cut off passes`(_ status: Int) {
        var result = TransferResult(status: status, body: Array("{\"reas".utf8))
        result.failure = TransferFailure(code: 28, message: "there was no answer in time")
        let verdict = APNsVerdict(result, of: APNsFixture.push(), Self.noRemedies)
        #expect(kind(verdict.outcome) == .retry(.target))
        result.body = Array("{\"reason\":\"BadDeviceToken\"}".utf8)
        #expect(kind(APNsVerdict(result, of: APNsFixture.push(), Self.noRemedies).outcome) == .dead)
    }

    @Test func `a success is one, whatever comes with it`() {
        #expect(verdict(200, "{\"reason\":\"BadDeviceToken\"}").outcome == .ok)
    }

    @Test func `a dead token is dead since when APNs says, milliseconds`() {
        let body = "{\"reason\":\"Unregistered\",\"timestamp\":1790000050123}"
        guard case .dead(let detail, let since) = verdict(410, body).outcome else {
            Issue.record("it is not dead")
            return
        }
        #expect(detail.hasPrefix("APNs answered 410 Unregistered: ") && since == 1_790_000_050.123)
    }

    @Test func `a reason may be spelled with a space`() {
        #expect(
            detail(verdict(503, "{\"reason\":\"Service Unavailable\"}").outcome)
                == "APNs answered 503 ServiceUnavailable")
    }

    @Test func `Retry-After goes with every failure that passes`() {
        var result = TransferResult(status: 503)
        result.retryAfter = 40
        #expect(
            APNsVerdict(result, of: APNsFixture.push(), Self.noRemedies).outcome
                == .retry(Failure("APNs answered 503", retryAfter: 40, scope: .service)))
    }

    @Test func `an expired provider token is tried again with a new one, else the clock is named`() {
        let body = "{\"reason\":\"ExpiredProviderToken\"}"
        #expect(kind(verdict(403, body, renews: true).outcome) == .retry(.target))
        #expect(detail(verdict(403, body, renews: false).outcome).contains("clock"))
    }

    @Test func `a bad device token names the environment that it may be of`() {
        let body = "{\"reason\":\"BadDeviceToken\"}"
        let sandbox = APNsFixture.push(place: Place(token: "ab", environment: .sandbox))
        #expect(detail(verdict(400, body).outcome).contains("\"environment\":\"sandbox\""))
        #expect(detail(verdict(400, body, of: sandbox).outcome).contains("\"environment\":\"production\""))
    }

    @Test func `a connection that takes no other provider token yet gives way to a new one, once`() {
        let body = "{\"reason\":\"TooManyProviderTokenUpdates\"}"
        #expect(kind(verdict(429, body, renews: true).outcome) == .retry(.target))
        #expect(kind(verdict(429, body, renews: false).outcome) == .retry(.key))
        #expect(verdict(429, body, renews: true).needsNewConnection)
    }

    // MARK: No answer

    @Test func `without an answer the service is out of reach`() {
        let outcome = unanswered(APNsFixture.push(), isSentWhole: true)
        #expect(outcome == .retry(Failure("nobody", scope: .service)))
    }

    @Test func `a start that was sent whole is not repeated, one that was not is`() {
        let start = APNsFixture.push(.start, place: Place(token: "ab", attributesType: "A"))
        #expect(unanswered(start, isSentWhole: true) == .unknown("no answer came: nobody"))
        #expect(unanswered(start, isSentWhole: false) == .retry(Failure("nobody", scope: .service)))
    }

    @Test func `a push that cannot be made is given up, one that cannot be signed waits`() {
        #expect(unmade(.unsendable("too long")) == .dropped("too long"))
        #expect(unmade(.unsigned("no key")) == .retry(Failure("no key", scope: .key)))
    }

    private func unmade(_ failure: TransferFailure) -> Outcome {
        APNsVerdict(TransferResult(status: 0, failure: failure), of: APNsFixture.push(), Self.noRemedies).outcome
    }

    private func unanswered(_ push: Push, isSentWhole: Bool) -> Outcome {
        var result = TransferResult(status: 0, failure: TransferFailure(code: 28, message: "nobody"))
        result.isSentWhole = isSentWhole
        return APNsVerdict(result, of: push, Self.noRemedies).outcome
    }

    private func verdict(
        _ status: Int, _ body: String, of push: Push = APNsFixture.push(), renews: Bool = false
    ) -> APNsVerdict {
        APNsVerdict(
            TransferResult(status: status, body: Array(body.utf8)), of: push,
            .init(renewsToken: { renews }, renewsConnection: { renews }))
    }

    private func kind(_ outcome: Outcome) -> Kind? {
        switch outcome {
        case .retry(let failure): .retry(failure.scope)
        case .dropped: .dropped
        case .dead: .dead
        case .ok, .unknown: nil
        }
    }

    private func detail(_ outcome: Outcome) -> String {
        switch outcome {
        case .retry(let failure): failure.detail
        case .dropped(let detail), .dead(let detail, _), .unknown(let detail): detail
        case .ok: ""
        }
    }
}
