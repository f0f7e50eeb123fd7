import Synchronization

/// The connections to APNs of one environment, team and key, for all senders that push so: Apple binds a connection to
/// its team.
final class APNsPool: Sendable {
    /// What makes a pool another one.
    struct Name: Hashable {
        var environment: Environment
        var key: APNsKey
        var connection: CurlSettings
    }

    /// A sender whose pushes go by it.
    private struct Member {
        /// Which of the senders of that name it is.
        var sender: ObjectIdentifier
        /// Whether it sends no more; what it has sent is still to be reported.
        var hasLeft = false
        var app: APNsApp
        var report: @Sendable ([PushResult]) -> Void
    }

    private struct State {
        /// By name, in the order in which they came: one joins before the one that it replaces leaves.
        var members: [String: [Member]] = [:]
        var transport: CurlTransport?
        var renewedAt: Double?

        /// Whether nobody sends by it any more.
        var hasEnded: Bool { members.values.joined().allSatisfy(\.hasLeft) }

        /// Who answers for the pushes of that name.
        func member(_ name: String) -> Member? {
            members[name]?.last { !$0.hasLeft } ?? members[name]?.last
        }
    }

    private let name: Name
    private let tokens: ProviderTokenSource
    private let clocks: ClockWatch
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    init(_ name: Name, _ tokens: ProviderTokenSource, _ clocks: ClockWatch, now: @escaping @Sendable () -> Double) {
        self.name = name
        self.tokens = tokens
        self.clocks = clocks
        self.now = now
    }

    // MARK: Members

    /// Takes a sender in, in place of one of that name; the first one starts the transport.
    func join(
        _ name: String, _ sender: ObjectIdentifier, _ app: APNsApp,
        report: @escaping @Sendable ([PushResult]) -> Void
    ) throws {
        try state.withLock { state in
            state.members[name, default: []].removeAll(where: \.hasLeft)
            state.members[name, default: []].append(Member(sender: sender, app: app, report: report))
            guard state.transport == nil else { return }
            state.transport = try CurlTransport(
                self.name.connection,
                compose: { [weak self] push, request throws(TransferFailure) in
                    guard let self else { throw .unsendable("the sender has ended") }
                    try compose(push, &request)
                },
                report: { [weak self] in self?.report($0) })
        }
    }

    /// Sends pushes of its members.
    func submit(_ pushes: [Push]) {
        transport?.submit(pushes)
    }

    /// Lets a sender go; with the last one the transport ends within so many seconds, and true is returned. While others
    /// are there, what it has sent is sent and reported as before.
    func leave(_ name: String, _ sender: ObjectIdentifier, within seconds: Double) -> Bool {
        let ending: CurlTransport? = state.withLock { state in
            let known = state.members[name] ?? []
            for index in known.indices where known[index].sender == sender {
                state.members[name]?[index].hasLeft = true
            }
            return state.hasEnded ? state.transport : nil
        }
        ending?.stop(within: seconds)
        return ending != nil
    }

    /// Waits for the transport, if it has been told to end.
    func waitUntilStopped() {
        let ending = state.withLock { $0.hasEnded ? $0.transport : nil }
        ending?.waitUntilStopped()
    }

    /// How many connections were made so far.
    var connectionsMade: Int { transport?.connectionsMade ?? 0 }

    private var transport: CurlTransport? { state.withLock { $0.transport } }

    // MARK: On the transport's thread

    private func compose(_ push: Push, _ request: inout OutgoingRequest) throws(TransferFailure) {
        guard let app = state.withLock({ $0.member(push.sender)?.app }), let token = push.place?.token,
            let deviceToken = TokenForm.hexadecimal.normal(token)
        else { throw .unsendable("there is no device token to push to") }
        let now = now()
        let providerToken: ProviderToken
        do {
            providerToken = try tokens.token(at: now)
        } catch {
            throw .unsigned("the provider token cannot be signed: \(error)")
        }
        try APNsRequest(app: app, now: now)
            .compose(push, deviceToken: deviceToken, providerToken: providerToken.text, &request)
    }

    private func report(_ finished: [CurlTransport.Finished]) {
        let now = now()
        var results: [String: [PushResult]] = [:]
        for (push, result) in finished {
            if let peerTime = result.peerTime { clocks.compare(now, peerTime) }
            let begin = now - result.seconds
            let verdict = APNsVerdict(
                result, of: push,
                APNsVerdict.Remedies(
                    renewsToken: { [self] in tokens.expired(begin: begin, at: now) },
                    renewsConnection: { [self] in mayRenewConnections(begin: begin, at: now) }))
            if verdict.needsNewConnection { transport?.renewConnections() }
            results[push.sender, default: []].append(
                PushResult(
                    push: push, outcome: verdict.outcome, status: result.answeredStatus,
                    reason: result.body.isEmpty ? nil : APNsAnswer(result.body).word, idField: .apnsId))
        }
        for (sender, results) in results { state.withLock { $0.member(sender) }?.report(results) }
    }

    /// How far apart connections are made anew for the sake of a provider token, seconds.
    private static let renewalInterval = 60.0

    /// A push that began at `begin` was refused, for its connection does not take the provider token yet: whether it may
    /// fare better on a new connection.
    private func mayRenewConnections(begin: Double, at now: Double) -> Bool {
        state.withLock { state in
            if let renewedAt = state.renewedAt, renewedAt <= now, now - renewedAt < Self.renewalInterval {
                return begin < renewedAt
            }
            state.renewedAt = now
            return true
        }
    }
}
