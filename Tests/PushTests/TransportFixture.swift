import ActivityResolver
import Push
import Synchronization
import TestSupport

/// A transport that posts the names of pushes as bodies, and what came of them.
final class TransportFixture: Sendable {
    private struct State {
        var finished: [(item: String, result: TransferResult)] = []
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    private let box = Box()
    let transport: CurlTransport

    init(_ url: String, caFile: String? = nil, _ change: (inout CurlSettings) -> Void = { _ in }) throws {
        var settings = CurlSettings(url: url)
        settings.caFile = caFile
        change(&settings)
        transport = try CurlTransport(
            settings,
            compose: { push, request in
                let item = push.conversionId
                request.header("Content-Type", "application/json")
                request.header("webhook-id", String(item.prefix(20)))
                request.body = Array(item.utf8)
            },
            report: { [box] finished in
                box.state.withLock { state in
                    for (push, result) in finished { state.finished.append((item: push.conversionId, result: result)) }
                }
            })
    }

    /// What is finished, in that order.
    var finished: [(item: String, result: TransferResult)] { box.state.withLock { $0.finished } }

    /// Submits the bodies.
    func submit(_ items: [String]) {
        transport.submit(items.map { Self.push($0) })
    }

    private static func push(_ body: String) -> Push {
        let state = ContentState(status: "", displayStatus: "", progress: 0)
        return Push(
            sender: "hook", sentAt: 0, conversionId: body, subscriberId: nil, number: 1,
            planned: PlannedPush(target: "hook", event: .update, priority: 10, contentState: state, reason: .status))
    }

    /// Posts the bodies and waits for what comes of them, in their order.
    func post(_ items: [String]) throws -> [TransferResult] {
        let before = finished.count
        submit(items)
        _ = TestClock.eventually { finished.count >= before + items.count }
        let results = finished[before...]
        return items.compactMap { item in results.first { $0.item == item }?.result }
    }
}
