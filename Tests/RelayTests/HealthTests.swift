import HTTPServer
import Push
import TestSupport
import Testing

@testable import Relay

/// What `/readyz` and `/healthz` tell of the relay's parts.
@Suite struct HealthTests {
    private func health(
        isStopping: Bool = false, storeFault: String? = nil, failing: [String: Failure] = [:]
    ) -> Health {
        Health(
            isStopping: isStopping, storeFault: storeFault, senders: ["log": false, "apns": true], failing: failing)
    }

    private func body(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test func `all parts are listed, each ok`() {
        let ready = health().readiness
        #expect(ready.status == 200)
        #expect(
            health().parts == [
                .init(kind: "process"), .init(kind: "store"), .init(kind: "sender", name: "apns"),
                .init(kind: "key", name: "apns"), .init(kind: "sender", name: "log"),
            ])
        #expect(body(ready).contains(#""status": "ready""#))
        #expect(!body(ready).contains("reasons"))
    }

    @Test func `a service out of reach shows and changes no status`() {
        let health = health(failing: ["apns": Failure("cannot connect", scope: .service)])
        #expect(health.readiness.status == 200)
        let expected = Health.Part(kind: "sender", name: "apns", state: "failing", reason: "cannot connect")
        #expect(health.parts.contains(expected))
        #expect(health.parts.contains(.init(kind: "key", name: "apns")))
        #expect(body(health.readiness).contains("cannot connect"))
    }

    @Test(arguments: [
        (false, "the disk is full", nil, "store", "the disk is full"),
        (false, nil, "APNs answered 403 InvalidProviderToken", "key", "APNs answered 403 InvalidProviderToken"),
        (true, nil, nil, "process", "the relay is stopping"),
    ])
    func `a fault of the relay's own is 503, with its reason`(
        isStopping: Bool, store: String?, key: String?, part: String, reason: String
    ) throws {
        let failing = key.map { ["apns": Failure($0, scope: .key)] } ?? [:]
        let health = health(isStopping: isStopping, storeFault: store, failing: failing)
        #expect(health.readiness.status == 503)
        let faulty = health.parts.filter { $0.state != "ok" }
        #expect(faulty.map(\.kind) == [part])
        #expect(faulty.first?.reason == reason)
        #expect(body(health.readiness).contains("reasons"))
        // It lives all the same.
        #expect(health.liveness.status == 200)
        #expect(body(health.liveness).contains(reason))
    }
}
