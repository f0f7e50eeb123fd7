import Dispatch
import Push
import Synchronization
import TestSupport

/// A transport whose items are the bodies that it posts, and what came of them.
final class TransportFixture: Sendable {
    private struct State {
        var finished: [(item: String, result: TransferResult)] = []
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    private let box = Box()
    let transport: CurlTransport<String>

    init(_ url: String, caFile: String? = nil, _ change: (inout CurlSettings) -> Void = { _ in }) throws {
        var settings = CurlSettings(url: url)
        settings.caFile = caFile
        change(&settings)
        transport = try CurlTransport(
            settings,
            compose: { item, request in
                request.header("Content-Type", "application/json")
                request.header("webhook-id", String(item.prefix(20)))
                request.body = Array(item.utf8)
            },
            report: { [box] finished in
                box.state.withLock { state in
                    for (item, result) in finished { state.finished.append((item: item, result: result)) }
                }
            })
    }

    /// What is finished, in that order.
    var finished: [(item: String, result: TransferResult)] { box.state.withLock { $0.finished } }

    /// Posts the bodies and waits for what comes of them, in their order.
    func post(_ items: [String]) throws -> [TransferResult] {
        let before = finished.count
        transport.submit(items)
        _ = TestClock.eventually { finished.count >= before + items.count }
        let results = finished[before...]
        return items.compactMap { item in results.first { $0.item == item }?.result }
    }
}
