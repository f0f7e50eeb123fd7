import Dispatch
import Glibc
import Synchronization

/// Looks at a relay once a second, fetches its metrics now and then, and has its streams read: one of everything all the
/// while, one of a subscriber that goes and comes again.
final class SoakWatch: Sendable {
    private struct State {
        var samples: [SoakSample] = []
        var oddMetrics = 0
        var streamsCut = 0
    }

    /// Seconds between two fetches of the metrics.
    private static let secondsBetweenFetches = 5
    private static let second: useconds_t = 1_000_000

    private let relay: RelayUnderTest
    private let state = Mutex(State())
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)
    private let everything: StreamDrain

    /// Begins.
    init(_ relay: RelayUnderTest) throws {
        self.relay = relay
        everything = try StreamDrain("/v1/stream", port: relay.port)
        let thread = DispatchQueue(label: "soak watch")
        thread.async { [self] in
            watch()
            ended.signal()
        }
    }

    /// What was seen since the last call.
    func takeSamples() -> [SoakSample] {
        state.withLock { state in
            defer { state.samples = [] }
            return state.samples
        }
    }

    /// CPU time that the relay has taken so far, seconds.
    var cpuSeconds: Double { relay.cpuSeconds }

    /// How often the metrics could not be had, or said that the store is not in order.
    var oddMetrics: Int { state.withLock { $0.oddMetrics } }

    /// Ends; how many streams the relay has ended before.
    func end() -> Int {
        isOver.store(true, ordering: .releasing)
        ended.wait()
        return state.withLock { $0.streamsCut } + (everything.end() ? 1 : 0)
    }

    private func watch() {
        var reader: StreamDrain?
        var seconds = 0
        while !isOver.load(ordering: .acquiring) {
            if seconds % Self.secondsBetweenFetches == 0 {
                let wasCut = reader?.end() ?? false
                reader = try? StreamDrain("/v1/stream?subscriberId=then-0", port: relay.port)
                let metrics = (try? EventPoster(port: relay.port).get("/metrics")) ?? ""
                let isOdd = !metrics.contains("\nrelay_store_up 1\n")
                state.withLock { state in
                    state.streamsCut += wasCut || reader == nil ? 1 : 0
                    state.oddMetrics += isOdd ? 1 : 0
                }
            }
            let sample = SoakSample(relay)
            state.withLock { $0.samples.append(sample) }
            seconds += 1
            usleep(Self.second)
        }
        _ = reader?.end()
    }
}
