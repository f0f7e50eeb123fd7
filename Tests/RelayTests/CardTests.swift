import ActivityResolver
import HTTPServer
import JSON
import Push
import Telemetry
import TestSupport
import Testing

@testable import Relay

/// What a view says of the cards that an activity's targets show, and of why they are behind.
@Suite struct CardTests {
    let relay: EngineFixture

    init() throws {
        relay = try EngineFixture(defaultTarget: nil)
    }

    private func view() throws -> (json: JSONValue, text: String) {
        let lookUp = LookUp(
            store: relay.store, settings: APISettings(rules: relay.rules, logger: Logger { _ in }, now: { 0 }),
            now: relay.now)
        let json = try lookUp.activity("t", ReadRequest()).body
        let text = String(
            decoding: try lookUp.activity("t", ReadRequest(query: "format=text")).body, as: UTF8.self)
        return (
            JSONValue(String(decoding: json, as: UTF8.self)),
            text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        )
    }

    /// The target of that name in the view.
    private func target(_ name: String) throws -> JSONValue {
        try #require(try view().json["targets"]?.arrayValue?.first { $0.text("/target") == name })
    }

    /// Takes an event of `t` in, and lets its pushes arrive.
    private func take(_ members: String) throws {
        try arrive(relay.take(#"{"conversionId":"t","subscriberId":"u",\#(members)}"#).pushes)
    }

    private func arrive(_ pushes: [Push]) throws { _ = try relay.learn(.ok, of: pushes) }

    /// Registers a card's own token, and lets it be greeted.
    private func showCard(_ device: String, token: String = "A") throws {
        try arrive(relay.register(device, token: .new(token), sender: "cards").pushes)
    }

    /// The card is started by push on a device, by the target r1.
    private func start(_ device: String = "d") throws {
        try relay.registerStart(device)
        try take(#""progress":0.1"#)
        try arrive(relay.wait(2))
    }

    private static let complete = #""type":"complete""#
    private static let held = "started by push; its end goes to the card's own token, as soon as the app registers that"
    private static let awaitsToken =
        "the app has not registered its card's token since 14:13:22.0 UTC; only that can change the card"

    // MARK: Started by push, and behind

    @Test func `a card that was started by push is behind while its own token is not registered`() throws {
        try start()
        #expect(try target("r1").text("/behind") == nil, "it shows what is resolved now")
        relay.now += 10
        try take(#""status":"finalizing","progress":0.8"#)
        #expect(try target("r1").text("/behind") == Self.awaitsToken)
        #expect(try target("r1").text("/card") == "started by push")
        let text = try view().text
        #expect(text.contains("last sent 10 s ago: Generating… 10 % card: started by push behind what is resolved"))
        #expect(text.contains("behind what is resolved now: \(Self.awaitsToken)"))
    }

    @Test func `it is behind no more once its device has registered the token`() throws {
        try start()
        try take(#""progress":0.8"#)
        try showCard("e", token: "E")
        #expect(try target("r1").text("/behind") == Self.awaitsToken, "that was another device")
        try arrive(relay.register("d", token: .new("H"), sender: "hook").pushes)
        #expect(try target("r1").text("/behind") == Self.awaitsToken, "a webhook changes no card")
        try showCard("d")
        #expect(try target("r1").text("/behind") == nil)
        #expect(try !view().text.contains("has not registered"))
    }

    @Test func `a token of the card of a run before does not change the one that was started since`() throws {
        try start()
        try showCard("d")
        try take(Self.complete)
        relay.now += 10
        try take(#""type":"start","attempt":2,"progress":0.1"#)
        try arrive(relay.wait(2))
        #expect(try target("r1").text("/card") == "started by push")
        relay.now += 10
        try take(#""progress":0.8"#)
        #expect(
            try target("r1").text("/behind")
                == "the app has not registered its card's token since 14:13:34.0 UTC; only that can change the card")
    }

    @Test func `it is behind though its start token was given back`() throws {
        try start()
        try take(#""progress":0.8"#)
        try relay.unregister("r1")
        #expect(try target("r1").text("/state") == "dead")
        #expect(try target("r1").text("/behind") == Self.awaitsToken)
        try showCard("d")
        #expect(try target("r1").text("/behind") == nil)
    }

    @Test func `a start that is tried again says so, and a dead one that it is pushed to no more`() throws {
        try relay.registerStart("d")
        try take(#""progress":0.1"#)
        let pushes = try relay.wait(2)
        _ = try relay.learn(.retry(Failure("503")), of: pushes)
        #expect(try target("r1").text("/behind") == "retry: the target rests after a failure (Delivery)")
        _ = try relay.learn(.dead("410"), of: relay.wait(60))
        #expect(try target("r1").text("/behind") == "it is pushed to no more")
        #expect(try target("r1").text("/card") == nil)
    }

    @Test func `a dead token and a push that waits say why in JSON too`() throws {
        try relay.register("d", sender: "cards")
        try take(#""progress":0.1"#)
        try take(#""progress":0.3"#)
        #expect(
            try target("r1").text("/behind")
                == "waits until 14:13:25.0, progress: waits for ordinaryInterval after the last push (N2)")
        _ = try relay.learn(.dead("410"), of: relay.wait(5))
        #expect(try target("r1").text("/behind") == "it is pushed to no more")
        #expect(try target("r1").text("/end") == nil, "the activity goes on")
    }

    // MARK: Where the end has come to

    @Test func `a card whose end arrived goes, and no other is named`() throws {
        try relay.register("d", sender: "cards")
        try take(#""progress":0.1"#)
        try take(Self.complete)
        #expect(try target("r1").text("/end") == "arrived")
        #expect(try target("r1").text("/card") == "ended")
        let text = try view().text
        #expect(text.contains("card goes in 5:00") && !text.contains("no end"))
        relay.now += 310
        #expect(try view().text.contains("card goes 10 s ago"))
    }

    @Test func `a token that died before the end is said to have got none, and its card was only to go`() throws {
        try relay.register("d", sender: "cards")
        try take(#""progress":0.2"#)
        let pushes = try relay.take(#"{"conversionId":"t","alert":{"title":"x"},"progress":0.9}"#).pushes
        _ = try relay.learn(.dead("410 Unregistered"), of: pushes.isEmpty ? relay.wait(5) : pushes)
        try take(Self.complete)
        #expect(try target("r1").text("/end") == "missed")
        let why = "no end reached it: the target is dead"
        #expect(try target("r1").text("/card") == why)
        let text = try view().text
        #expect(text.contains("card is to go in 5:00 no end has reached a target") && !text.contains("card goes"))
        #expect(text.contains("Generating… 20 % card: \(why) behind what is resolved now: it is pushed to no more"))
        relay.now += 310
        #expect(try view().text.contains("card was to go 10 s ago no end has reached a target"))
    }

    @Test func `a device that opted out before the end is said to have got none`() throws {
        try relay.register("d", sender: "cards")
        try relay.register("e", token: .optOut, sender: "cards")
        try take(#""progress":0.2"#)
        try relay.register("d", token: .optOut, sender: "cards")
        try take(Self.complete)
        #expect(try target("r1").text("/card") == "no end reached it: the device opted out")
        #expect(try target("r1").text("/end") == "missed")
        #expect(try target("r2").text("/end") == nil, "nothing was ever sent there")
    }

    @Test func `an end that is held for the card's token lets no card go`() throws {
        try start()
        try take(Self.complete)
        #expect(try target("r1").text("/end") == "waiting")
        #expect(try target("r1").text("/card") == Self.held)
        #expect(try target("r1").text("/behind") == nil, "the card says it")
        let text = try view().text
        #expect(text.contains("card is to go in 5:00 no end has reached a target yet") && !text.contains("card goes"))
    }

    @Test func `where some targets got the end the others are named`() throws {
        try start()
        try showCard("e", token: "E")
        try take(Self.complete)
        #expect(try target("r1").text("/end") == "waiting" && target("r2").text("/end") == "arrived")
        #expect(try view().text.contains("card goes in 5:00 no end has reached r1"))
    }

    @Test func `an end that is under way or owed has not arrived, and one that was dropped never does`() throws {
        try relay.register("d", sender: "cards")
        try take(#""progress":0.2"#)
        let end = try relay.take(#"{"conversionId":"t","type":"complete"}"#).pushes
        #expect(try target("r1").text("/end") == "waiting")
        #expect(try target("r1").text("/card") == "its end is not delivered yet")
        _ = try relay.learn(.retry(Failure("503")), of: end)
        #expect(try target("r1").text("/end") == "waiting")
        #expect(try view().text.contains("no end has reached a target yet"))
        _ = try relay.learn(.dropped("413"), of: relay.wait(60))
        #expect(try target("r1").text("/end") == "missed")
        #expect(try target("r1").text("/card") == "no end reached it: the push was dropped")
    }

    @Test func `of many targets without an end the first are named`() throws {
        #expect(PlainText.list(["a", "b"]) == "a, b")
        #expect(PlainText.list(["a", "b", "c", "d", "e", "f", "g"]) == "a, b, c, d, e and 2 more")
    }

    // MARK: A late token

    @Test func `a start whose card was ended by a late token names that`() throws {
        try start()
        try take(Self.complete)
        relay.now += 60
        let end = try relay.register("d", sender: "cards").pushes
        #expect(end.map(\.planned.event) == [.end])
        #expect(try target("r1").text("/card") == "started by push; its end goes to r2, not delivered yet")
        #expect(try target("r1").text("/end") == "waiting")
        try arrive(end)
        #expect(try target("r1").text("/card") == "started by push; ended by r2")
        #expect(try target("r1").text("/end") == "arrived")
        let text = try view().text
        #expect(text.contains("card: started by push; ended by r2") && text.contains("card goes in 4:00"))
        #expect(!text.contains("no end has reached"))
    }

    @Test func `a late token of another device ends no other's card`() throws {
        try start()
        try take(Self.complete)
        try showCard("e", token: "E")
        #expect(try target("r1").text("/card") == Self.held)
        #expect(try view().text.contains("no end has reached r1"))
    }

    @Test func `a late token that was opted out after the end has ended the card all the same`() throws {
        try start()
        try take(Self.complete)
        try showCard("d")
        try relay.register("d", token: .optOut, sender: "cards")
        #expect(try target("r2").text("/state") == "dead" && target("r2").text("/end") == "arrived")
        #expect(try target("r1").text("/card") == "started by push; ended by r2")
    }
}
