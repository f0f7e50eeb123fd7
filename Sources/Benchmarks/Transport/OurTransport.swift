import ActivityResolver
import Push

/// `CurlTransport`, in this process.
struct OurTransport: TransportUnderTest {
    let name = "CurlTransport"
    let lowestRatio: Double? = 0.9

    func run(_ load: TransportLoad) throws -> TransportResult {
        let pushes = (0..<load.requests).map(Self.push)
        var sent = (failures: 0, connections: 0)
        let timing = try Stopwatch.timing { sent = try send(pushes, load) }
        return TransportResult(
            requests: load.requests, failures: sent.failures, seconds: timing.elapsed, cpuSeconds: timing.cpu,
            connections: sent.connections)
    }

    /// Sends all of it; how many were not answered 200, and how many connections that took.
    private func send(_ pushes: [Push], _ load: TransportLoad) throws -> (failures: Int, connections: Int) {
        var settings = CurlSettings(url: load.url)
        settings.caFile = load.caFile
        settings.streams = load.window
        let tally = Tally(load.requests)
        let transport = try CurlTransport(settings, compose: Self.compose) { finished in
            tally.take(finished.count, failures: finished.count { $0.result.status != 200 })
        }
        transport.submit(pushes)
        let failures = tally.wait()
        return (failures, transport.connectionsMade)
    }

    /// A push whose names are the headers that differ from request to request.
    private static func push(_ number: Int) -> Push {
        let state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.5)
        let planned = PlannedPush(
            target: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/\(10_000_000 + number)=", event: .update, priority: 10,
            contentState: state, reason: .status)
        return Push(
            sender: "hook", sentAt: 0, conversionId: "msg_\(100_000_000_000_000_000 + number)000000",
            subscriberId: String(1_790_000_000 + number), number: number, planned: planned)
    }

    private static let compose: @Sendable (Push, inout OutgoingRequest) -> Void = { push, request in
        request.header("content-type", "application/json")
        request.header("webhook-id", push.conversionId)
        request.header("webhook-timestamp", push.subscriberId ?? "")
        request.header("webhook-signature", push.planned.target)
        request.body = SampleRequest.webhook.body
    }
}
