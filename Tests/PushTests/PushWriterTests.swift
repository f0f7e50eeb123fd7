import ActivityResolver
import JSON
import Push
import Testing

/// A push as the contract shows it.
@Suite struct PushWriterTests {
    @Test func `fields without a value are left out and the app's own are merged in without loss`() {
        var state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.42)
        state.estimatedCompletionDate = 1_790_000_060
        state.timer = .countDown(from: 1_790_000_000, until: 1_790_000_060)
        let seed = "{\"seed\":271828182845904523,\"cover\":\"rain.png\"}"
        state.extra = Extra(text: seed, canonical: seed)
        let planned = PlannedPush(
            target: "log", event: .update, priority: 10, contentState: state, alert: Alert(title: "Soon"),
            reason: .status)
        var writer = JSONWriter()
        writer.push(
            Push(
                sender: "log", sentAt: 1_790_000_000.2, conversionId: "gen-2", subscriberId: nil, number: 1,
                planned: planned))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                {"sentAt":1790000000.2,"conversionId":"gen-2","target":"log","event":"update","priority":10,\
                "contentState":{"status":"generating","displayStatus":"Generating…","progress":0.42,\
                "estimatedCompletionDate":1790000060,\
                "timer":{"mode":"countDown","from":1790000000,"until":1790000060},\
                "seed":271828182845904523,"cover":"rain.png"},"alert":{"title":"Soon"},"reason":"status"}
                """)
    }
}
