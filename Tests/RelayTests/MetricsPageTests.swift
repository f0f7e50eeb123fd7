import ActivityResolver
import HTTPServer
import Push
import Storage
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// What `/metrics` tells.
@Suite struct MetricsPageTests {
    private func samples(
        _ metrics: RelayMetrics, activities: [String: Int]? = [:], streams: StreamCounts = StreamCounts()
    ) throws -> MetricSamples {
        let load = EnginePump.Load(
            waiting: 3, mostWaiting: 100, underWay: 5, mostUnderWay: 200, isStoreWritable: true)
        let page = MetricsPage(
            metrics: metrics, activities: activities, historyEntries: 7,
            holdings: StoreHoldings(registrations: 11, eventIds: 13), refusedClients: 17, files: nil, load: load,
            streams: streams,
            mostConnections: 10, providerTokens: 2, process: ProcessReading())
        return try MetricSamples(String(decoding: page.text(), as: UTF8.self))
    }

    private func push(_ event: PushEvent, sentAt: Double) -> Push {
        Push(
            sender: "apns", sentAt: sentAt, conversionId: "gen-1", subscriberId: "u-7", number: 1,
            planned: PlannedPush(
                target: "t", event: event, priority: 10,
                contentState: ContentState(status: "s", displayStatus: "S", progress: 0), reason: .status))
    }

    @Test func `every metric of the contract is there from the start, at 0`() throws {
        let metrics = RelayMetrics()
        _ = metrics.sender("apns")
        let samples = try samples(metrics)
        for outcome in ["accepted", "duplicate", "ignored", "refused"] {
            #expect(samples["relay_events_total{outcome=\"\(outcome)\"}"] == 0)
        }
        for event in ["start", "update", "end"] {
            for outcome in ["ok", "retry", "dropped", "dead", "unknown"] {
                let labels = "sender=\"apns\",event=\"\(event)\",outcome=\"\(outcome)\""
                #expect(samples["relay_pushes_total{\(labels)}"] == 0)
            }
        }
        #expect(samples["relay_push_seconds_count{sender=\"apns\"}"] == 0)
        #expect(samples["relay_tokens_dropped_total{sender=\"apns\",reason=\"Unregistered\"}"] == 0)
        for phase in Phase.allCases { #expect(samples["relay_activities{phase=\"\(phase.rawValue)\"}"] == 0) }
        #expect(samples["relay_pushes_waiting"] == 5)
        #expect(samples["relay_commit_seconds_count"] == 0)
        for route in Route.allCases {
            for status in route.statuses {
                let labels = "route=\"\(route.method.name) \(route.template)\",status=\"\(status)\""
                #expect(samples["relay_http_requests_total{\(labels)}"] == 0)
            }
        }
        #expect(samples["relay_build_info{version=\"\(Version.text)\"}"] == 1)
    }

    @Test func `what an outsider can make grow is told`() throws {
        let samples = try samples(RelayMetrics())
        #expect(samples["relay_history_entries"] == 7)
        #expect(samples["relay_registrations"] == 11)
        #expect(samples["relay_event_ids"] == 13)
        #expect(samples["relay_refused_clients"] == 17)
    }

    @Test func `the kinds are those of the contract`() throws {
        let kinds = try samples(RelayMetrics()).kinds
        for name in ["relay_push_seconds", "relay_commit_seconds"] { #expect(kinds[name] == "histogram") }
        for name in ["relay_activities", "relay_pushes_waiting", "relay_build_info"] {
            #expect(kinds[name] == "gauge")
        }
        // A counter's name ends so, and no other's does.
        for (name, kind) in kinds { #expect((kind == "counter") == name.hasSuffix("_total"), "\(name)") }
    }

    @Test func `pushes are counted by what became of them`() throws {
        let metrics = RelayMetrics()
        metrics.sender("apns").count(
            [
                PushResult(push: push(.start, sentAt: 10), outcome: .ok),
                PushResult(push: push(.update, sentAt: 10), outcome: .retry(Failure("no"))),
                PushResult(push: push(.update, sentAt: 12), outcome: .dead("APNs answered 410 Unregistered: gone")),
            ], at: 11)
        let samples = try samples(metrics)
        #expect(samples["relay_pushes_total{sender=\"apns\",event=\"start\",outcome=\"ok\"}"] == 1)
        #expect(samples["relay_pushes_total{sender=\"apns\",event=\"update\",outcome=\"retry\"}"] == 1)
        #expect(samples["relay_pushes_total{sender=\"apns\",event=\"update\",outcome=\"dead\"}"] == 1)
        #expect(samples["relay_tokens_dropped_total{sender=\"apns\",reason=\"Unregistered\"}"] == 1)
        #expect(samples["relay_push_seconds_count{sender=\"apns\"}"] == 3)
        // What was handed over later than now, by a clock set back since, took no time.
        #expect(samples["relay_push_seconds_sum{sender=\"apns\"}"] == 2)
    }

    @Test(arguments: [
        ("APNs answered 400 BadDeviceToken: is it of a debug build?", TokenEnd.badDeviceToken),
        ("APNs answered 400 DeviceTokenNotForTopic: the token is of another app", .deviceTokenNotForTopic),
        ("APNs answered 410 ExpiredToken: the app is gone", .expiredToken), ("APNs answered 410", .gone),
        ("the receiver answered 410: it wants no more", .gone), ("something else", .other),
    ])
    func `the reason of a dead token is one of a few`(detail: String, expected: TokenEnd) {
        #expect(TokenEnd(detail) == expected)
    }

    @Test func `what a breaker keeps back is shown, and shown no more when it is closed`() throws {
        let metrics = RelayMetrics()
        _ = metrics.sender("apns")
        _ = metrics.sender("hook")
        metrics.publish(["apns": Breakers.Report(isServiceOpen: true, held: 4)])
        var samples = try samples(metrics)
        #expect(samples["relay_breaker_open{sender=\"apns\",scope=\"service\"}"] == 1)
        #expect(samples["relay_breaker_open{sender=\"apns\",scope=\"key\"}"] == 0)
        #expect(samples["relay_breaker_open{sender=\"hook\",scope=\"service\"}"] == 0)
        #expect(samples["relay_pushes_held{sender=\"apns\"}"] == 4)
        #expect(samples["relay_pushes_waiting"] == 9)
        metrics.publish([:])
        samples = try self.samples(metrics)
        #expect(samples["relay_breaker_open{sender=\"apns\",scope=\"service\"}"] == 0)
        #expect(samples["relay_pushes_held{sender=\"apns\"}"] == 0)
    }

    @Test func `a request of no route, or with a status that nobody expected, is counted`() throws {
        let metrics = RelayMetrics()
        metrics.requests.count(nil, 404)
        metrics.requests.count(.healthz, 299)
        metrics.requests.count(.healthz, 1000)
        let samples = try samples(metrics)
        #expect(samples["relay_http_requests_total{route=\"none\",status=\"404\"}"] == 1)
        #expect(samples["relay_http_requests_total{route=\"GET /healthz\",status=\"other\"}"] == 2)
    }

    @Test func `every status that a route may answer is one that is counted`() {
        for route in Route.allCases { #expect(Set(route.statuses).isSubset(of: RequestCounters.statuses)) }
        #expect(Set(RequestCounters.statusesWithoutRoute).isSubset(of: RequestCounters.statuses))
    }

    @Test func `a store that cannot be read leaves out its figures, and is told`() throws {
        let samples = try samples(RelayMetrics(), activities: nil)
        #expect(samples["relay_store_up"] == 0)
        #expect(samples["relay_activities{phase=\"active\"}"] == nil)
    }

    @Test func `streams are told with those that were cut, and why`() throws {
        var samples = try samples(RelayMetrics())
        #expect(samples["relay_streams"] == 0)
        for reason in ["slow", "behind", "expired", "revoked"] {
            #expect(samples["relay_streams_cut_total{reason=\"\(reason)\"}"] == 0)
        }
        samples = try self.samples(RelayMetrics(), streams: StreamCounts(open: 7, behind: 2, revoked: 3))
        #expect(samples["relay_streams"] == 7)
        #expect(samples["relay_streams_cut_total{reason=\"behind\"}"] == 2)
        #expect(samples["relay_streams_cut_total{reason=\"revoked\"}"] == 3)
    }

    @Test func `the process's own figures are those of Linux`() throws {
        let reading = ProcessReading()
        #expect(try #require(reading.residentBytes) > 1_000_000)
        #expect(try #require(reading.openDescriptors) >= 3)
        #expect(try #require(reading.mostDescriptors) > 3)
        #expect(try #require(reading.cpuSeconds) > 0)
        let age = WallClock.now() - (try #require(reading.startTime))
        // The boot time is told in whole seconds.
        #expect(age > -2 && age < 86_400)
    }
}
