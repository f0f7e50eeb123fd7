import ActivityResolver
import JSON
import Push
import TestSupport
import Testing

@testable import Push

/// What an APNs push carries.
@Suite struct APNsPayloadTests {
    // MARK: Events

    @Test func `an update carries the whole state and its stale date in whole seconds`() throws {
        var state = APNsFixture.state(title: "Rain on Glass")
        state.estimatedCompletionDate = 1_790_000_060.5
        state.staleAt = 1_790_000_300.25
        let push = APNsFixture.push(.update, state) {
            $0.relevanceScore = 50
            $0.alert = Alert(title: "Soon", sound: "default")
        }
        #expect(
            try APNsFixture.body(push)
                == APNsFixture.value(
                    """
                    {"aps":{"timestamp":1790000001,"event":"update","content-state":{"status":"generating",
                    "displayStatus":"Generating…","progress":0.42,"estimatedCompletionDate":1790000060.5,
                    "trackTitle":"Rain on Glass","staleAt":1790000300.25},"stale-date":1790000301,
                    "relevance-score":50,"alert":{"title":"Soon","sound":"default"}}}
                    """))
    }

    @Test func `an end carries the last state and when the card goes, and no stale date`() throws {
        var state = ContentState(status: "completed", displayStatus: "Ready", progress: 1)
        state.staleAt = 1_790_000_300
        let push = APNsFixture.push(.end, state) { $0.dismissalDate = 1_790_000_900.75 }
        #expect(
            try APNsFixture.body(push)
                == APNsFixture.value(
                    """
                    {"aps":{"timestamp":1790000001,"event":"end","content-state":{"status":"completed",
                    "displayStatus":"Ready","progress":1,"staleAt":1790000300},"dismissal-date":1790000900}}
                    """))
    }

    @Test func `a start carries the card's attributes and an alert`() throws {
        let place = Place(token: "ab", attributesType: "GenerationAttributes")
        let push = APNsFixture.push(.start, place: place) { $0.alert = Alert(title: "Rain", body: "Generating…") }
        #expect(
            try APNsFixture.body(push)
                == APNsFixture.value(
                    """
                    {"aps":{"timestamp":1790000001,"event":"start","attributes-type":"GenerationAttributes",
                    "attributes":{"conversionId":"gen-2","subscriberId":"u-7"},"content-state":{"status":"generating",
                    "displayStatus":"Generating…","progress":0.42},"alert":{"title":"Rain","body":"Generating…"}}}
                    """))
    }

    @Test func `attributes of the app's own stand beside ours, or in their place`() throws {
        let attributes = try CardAttributes([
            JSONMember(name: "job", value: .string("{conversionId}")),
            JSONMember(name: "conversionId", value: APNsFixture.value("[\"{subscriberId}\",\"{other}\",{\"a\":1.50}]")),
        ])
        let push = APNsFixture.push(.start, place: Place(token: "ab", attributesType: "A"))
        let app = APNsApp(bundleId: "com.example.app", attributes: attributes)
        #expect(
            try APNsFixture.body(push, app)["aps"]?["attributes"]
                == APNsFixture.value(
                    "{\"subscriberId\":\"u-7\",\"job\":\"gen-2\",\"conversionId\":[\"u-7\",\"{other}\",{\"a\":1.5}]}"))
    }

    // MARK: Mapping

    private static let instants: [(ContentStateMapping.Dates, String, String)] = [
        (.unix, "1790000060.25", "1789999940"), (.reference, "811692860.25", "811692740"),
        (.iso8601, "\"2026-09-21T14:14:20Z\"", "\"2026-09-21T14:12:20Z\""),
    ]

    @Test(arguments: instants)
    func `instants are written as the app reads them`(
        _ dates: ContentStateMapping.Dates, _ until: String, _ from: String
    ) throws {
        var state = APNsFixture.state(title: "Rain")
        state.estimatedCompletionDate = 1_790_000_060.25
        state.staleAt = 1_790_000_060.25
        state.timer = .countDown(from: 1_789_999_940, until: 1_790_000_060.25)
        state.queuePosition = 3
        state.extra = Extra(text: "{\"seed\":12.0}", canonical: "{\"seed\":12}")
        let mapping = ContentStateMapping(
            keys: [.trackTitle: "title", .timer: "clock", .queuePosition: "place"], dates: dates,
            omit: [.status, .progress])
        let app = APNsApp(bundleId: "com.example.app", mapping: mapping)
        let aps = try APNsFixture.body(APNsFixture.push(.update, state), app)["aps"]
        #expect(
            try aps?["content-state"]
                == APNsFixture.value(
                    """
                    {"displayStatus":"Generating…","estimatedCompletionDate":\(until),"title":"Rain","place":3,
                    "staleAt":\(until),"clock":{"mode":"countDown","from":\(from),"until":\(until)},"seed":12}
                    """))
        // The system's own dates are Unix seconds whatever the app reads.
        #expect(aps?["stale-date"] == .number(JSONNumber(1_790_000_061)))
    }

    @Test func `a mapping that changes nothing writes what the contract has`() throws {
        var state = APNsFixture.state(title: "Rain")
        state.subtitle = "a"
        state.subtitleOverflow = "b"
        state.accentColor = "#E5484D"
        state.timer = .paused(elapsed: 12.5)
        state.queuePosition = 0
        let plain = APNsApp(bundleId: "com.example.app")
        let renamed = APNsApp(bundleId: "com.example.app", mapping: ContentStateMapping(keys: [.status: "status"]))
        for timer: ActivityTimer in [.paused(elapsed: 12.5), .countUp(from: 1_790_000_000)] {
            state.timer = timer
            let push = APNsFixture.push(.update, state)
            #expect(try APNsFixture.body(push, plain) == APNsFixture.body(push, renamed))
        }
    }

    // MARK: Size

    @Test func `a title that is too long is shortened at a grapheme boundary`() throws {
        // 11 bytes each, so that no cut at a byte would do.
        let title = String(repeating: "👩‍🚀", count: 500)
        let text = try #require(try shown(APNsFixture.state(title: title))["trackTitle"]?.stringValue)
        #expect(text.hasSuffix("👩‍🚀…"))
        #expect(text.dropLast().allSatisfy { $0 == "👩‍🚀" })
        // As much as there is room for.
        let bytes = try #require(APNsPayload.body(APNsFixture.push(.update, APNsFixture.state(title: title)), app))
        #expect((APNsPayload.most - 11...APNsPayload.most).contains(bytes.count))
    }

    @Test func `the title is left with 32 clusters, then the subtitles are shortened`() throws {
        var state = APNsFixture.state(title: String(repeating: "t", count: 200))
        state.subtitle = String(repeating: "s", count: 2000)
        state.subtitleOverflow = String(repeating: "\"", count: 1000)
        let shown = try shown(state)
        #expect(shown["trackTitle"]?.stringValue == String(repeating: "t", count: 31) + "…")
        #expect(shown["subtitleOverflow"]?.stringValue?.hasSuffix("…") == true)
        #expect(shown["subtitle"] == .string(String(repeating: "s", count: 2000)))
    }

    @Test func `texts whose clusters are huge give way whole rather than the push`() throws {
        let cluster = "e" + String(repeating: "\u{301}", count: 1000)
        var state = APNsFixture.state(title: String(repeating: cluster, count: 3))
        state.subtitle = cluster
        let push = APNsFixture.push(.update, state) { $0.alert = Alert(title: "Ready", body: cluster) }
        let aps = try APNsFixture.body(push)["aps"]
        #expect(aps?["content-state"]?["status"] == .string("generating"))
        #expect(aps?["alert"]?["title"] == .string("Ready"))
    }

    @Test func `a label that is too long gives way too, and then what the app may do without`() throws {
        let text = "{\"a\":\"" + String(repeating: "x", count: 1000) + "\"}"
        var state = ContentState(
            status: "completed", displayStatus: String(repeating: "👨‍👩‍👧‍👦", count: 128), progress: 1)
        state.extra = Extra(text: text, canonical: text)
        let aps = try APNsFixture.body(APNsFixture.push(.end, state))["aps"]
        #expect(aps?["content-state"]?["displayStatus"]?.stringValue?.hasSuffix("👨‍👩‍👧‍👦…") == true)
        #expect(aps?["content-state"]?["a"] != nil)
        state.displayStatus = "e" + String(repeating: "\u{301}", count: 2000)
        let huge = try APNsFixture.body(
            APNsFixture.push(.end, state) { $0.alert = Alert(title: "a", sound: String(repeating: "s", count: 3900)) })
        #expect(huge["aps"]?["content-state"]?["displayStatus"] == .string("…"))
        #expect(huge["aps"]?["content-state"]?["status"] == .string("completed"))
        #expect(huge["aps"]?["alert"]?["sound"] == nil)
    }

    @Test func `what the app may do without is left out before a push is not sent`() throws {
        var state = APNsFixture.state()
        let text = "{\"a\":\"" + String(repeating: "x", count: 4096) + "\"}"
        state.extra = Extra(text: text, canonical: text)
        #expect(try shown(state)["a"] == nil)
    }

    @Test func `a push that is too long whatever is left out is not made`() {
        let place = Place(token: "ab", attributesType: String(repeating: "A", count: 4096))
        #expect(APNsPayload.body(APNsFixture.push(.start, place: place), app) == nil)
    }

    private let app = APNsApp(bundleId: "com.example.app")

    private func shown(_ state: ContentState) throws -> JSONValue {
        try #require(try APNsFixture.body(APNsFixture.push(.update, state))["aps"]?["content-state"])
    }
}
