import Synchronization
public import Telemetry

/// All connections to APNs and the provider tokens, shared by the senders of a relay: one token for each key, one pool
/// for each environment, team and key.
public final class APNsPools: Sendable {
    private struct State {
        var tokens: [APNsKey: ProviderTokenSource] = [:]
        var pools: [APNsPool.Name: APNsPool] = [:]
    }

    private let clocks: ClockWatch
    private let now: @Sendable () -> Double
    private let state = Mutex(State())

    /// No pools yet; `logger` is told of a clock that is wrong, `now` gives Unix seconds.
    public init(logger: Logger?, now: @escaping @Sendable () -> Double) {
        clocks = ClockWatch(logger)
        self.now = now
    }

    /// How many provider tokens were made so far, all keys together.
    public var providerTokensMade: UInt64 {
        state.withLock { $0.tokens.values.reduce(0) { $0 + $1.made.value } }
    }

    /// The pool of that name.
    func pool(_ name: APNsPool.Name) -> APNsPool {
        state.withLock { state in
            if let pool = state.pools[name] { return pool }
            let tokens = state.tokens[name.key] ?? ProviderTokenSource(name.key)
            let pool = APNsPool(name, tokens, clocks, now: now)
            state.tokens[name.key] = tokens
            state.pools[name] = pool
            return pool
        }
    }

    /// Forgets a pool that has ended: whoever needs its like gets a new one.
    func forget(_ pool: APNsPool, _ name: APNsPool.Name) {
        state.withLock { state in
            if state.pools[name] === pool { state.pools[name] = nil }
        }
    }
}
