import ActivityResolver
import JSON
import Storage
import TestSupport
import Testing

@testable import Relay

/// States as the store keeps them.
@Suite struct StoredStateTests {
    @Test func `a state that cannot be read is one activity's trouble, not its neighbours'`() throws {
        let relay = try EngineFixture()
        _ = try relay.take("{\"conversionId\":\"good\",\"type\":\"start\"}")
        _ = try relay.take("{\"conversionId\":\"bad\",\"type\":\"start\"}")
        try relay.store.transaction { transaction in
            guard var row = try transaction.activity("bad") else { return }
            row.state = Array("{\"run\":17}".utf8)
            row.due = relay.now
            try transaction.put(&row)
        }
        try relay.restart()
        let (answer, _) = try relay.take("{\"conversionId\":\"bad\",\"progress\":0.5}")
        guard case .failure(let problem)? = answer else {
            Issue.record("a state that cannot be read was taken for one")
            return
        }
        #expect(problem.status == 500 && problem.detail.contains("/run"))
        relay.now += 1
        #expect(try relay.take("{\"conversionId\":\"good\",\"progress\":0.5}").answer?.get().outcome == .accepted)
        _ = try relay.wait(2)
        #expect(relay.engine.nextDue > relay.now)
    }

    @Test(arguments: [
        "{}", "[]", "{\"run\":{\"startedAt\":-1}}", "{\"run\":{\"raw\":7}}", "{\"cadence\":{\"progress\":1e300}}",
        "{\"deliveries\":[{\"failures\":-3}]}", "{\"deliveries\":[{\"pushed\":{\"progress\":-1}}]}",
        "{\"run\":{\"eta\":1e13}}",
        "{\"ending\":{\"phase\":\"nowhere\"}}", "{\"unknown\":1}", "", "null",
    ])
    func `no bytes are a trap`(_ text: String) {
        _ = try? StateReader(Rules()).read(Array(text.utf8), conversionId: "t", subscriberId: nil)
    }
}
