import Glibc
import JSON
import TestSupport
import Testing

/// A relay whose pushes go to a simulated APNs by TLS, and what must hold of them whatever happens on the way.
final class APNsRelay {
    /// A sender of the relay: the app, and the key that it pushes with.
    struct Sender {
        var name = "apns"
        var teamId = SimulatedAPNs.teamId
        var keyId = SimulatedAPNs.keyId
        var bundleId = SimulatedAPNs.bundleId
    }

    /// A card on a device: an activity, and the token by which it is pushed to.
    struct Card {
        var id: String
        var sender: String
        var token: String
        var environment: String
    }

    let apns: SimulatedAPNs
    let relay: ServedRelay
    private var cards = 0

    /// - Parameters:
    ///   - senders: its senders to APNs.
    ///   - folder: where the simulator has its files.
    ///   - timeout: when it gives a push up, seconds.
    ///   - history: how much of an activity's history is kept.
    ///   - moreSenders: more members of `senders`, each with a comma before it.
    ///   - environment: more variables of its environment.
    init(
        _ apns: SimulatedAPNs, _ senders: [Sender] = [Sender()], folder: TemporaryFolder, timeout: Double = 10,
        history: Int = 100, moreSenders: String = "", environment: [String: String] = [:]
    ) throws {
        self.apns = apns
        let texts = senders.map { sender in
            """
            ,"\(sender.name)":{"type":"apns","teamId":"\(sender.teamId)","keyId":"\(sender.keyId)",
              "key":{"file":"\(folder.path("apns/AuthKey_\(sender.keyId).p8"))"},"bundleId":"\(sender.bundleId)",
              "url":"\(apns.url)","caFile":"\(apns.caFile)","timeout":\(timeout)}
            """
        }
        relay = try ServedRelay(
            configuration: """
                {"senders":{"log":{"type":"log"}\(texts.joined())\(moreSenders)},"defaultSender":null,
                 "limits":{"retryMax":1,"history":\(history)},"policy":{"minPushInterval":0.02,"ordinaryInterval":0.02}}
                """,
            environment: environment)
    }

    /// A simulator with these options more than usual, and a relay that sends to it.
    convenience init(
        _ senders: [Sender] = [Sender()], options: [String] = [], timeout: Double = 10, history: Int = 100,
        moreSenders: String = "", environment: [String: String] = [:]
    ) throws {
        let folder = TemporaryFolder()
        try self.init(
            SimulatedAPNs(options, folder: folder), senders, folder: folder, timeout: timeout, history: history,
            moreSenders: moreSenders, environment: environment)
    }

    // MARK: Cards

    /// A new card of an activity of its own.
    func card(_ id: String, sender: String = "apns", environment: String = "production") throws -> Card {
        let card = newToken(
            Card(id: id, sender: sender, token: "", environment: environment))
        try register(card)
        return card
    }

    /// So many cards, each of an activity of its own.
    func cards(_ count: Int, _ name: String = "t", sender: String = "apns") throws -> [Card] {
        try (0..<count).map { try card("\(name)-\($0)", sender: sender) }
    }

    /// The card with a token that nobody had before, not registered yet.
    func newToken(_ card: Card) -> Card {
        cards += 1
        var card = card
        card.token = SimulatedAPNs.token(cards)
        return card
    }

    /// Registers a card's token; `device`: on which one it is.
    @discardableResult
    func register(_ card: Card, device: String = "phone") throws -> HTTPAnswer {
        try register(card, device, token: "\"\(card.token)\"")
    }

    /// Wants no more pushes to a card.
    func optOut(_ card: Card, device: String = "phone") throws {
        try register(card, device, token: "null")
    }

    @discardableResult
    private func register(_ card: Card, _ device: String, token: String) throws -> HTTPAnswer {
        let answer = try relay.post(
            "/v1/registrations",
            #"{"subscriberId":"u-\#(card.id)","deviceId":"\#(device)","conversionId":"\#(card.id)","kind":"update","#
                + #""sender":"\#(card.sender)","environment":"\#(card.environment)","token":\#(token)}"#)
        #expect([200, 201].contains(answer.status), "\(answer.text)")
        return answer
    }

    // MARK: Events

    /// Posts in one request that the activities have come so far.
    func step(_ cards: [Card], _ progress: Double, _ more: String = "") throws {
        let events = cards.map {
            #"{"conversionId":"\#($0.id)","status":"generating","progress":\#(progress)\#(more)}"#
        }
        let answer = try relay.event("[" + events.joined(separator: ",") + "]")
        let statuses = answer.json["results"]?.arrayValue?.map { $0.number("/status") }
        #expect(statuses == Array(repeating: 202, count: cards.count), "\(answer.text)")
    }

    /// Ends the activities.
    func end(_ cards: [Card]) throws {
        for card in cards { try relay.event(#"{"conversionId":"\#(card.id)","status":"completed"}"#) }
    }

    // MARK: What comes of it

    /// Whether each card comes to show that progress.
    func show(_ cards: [Card], _ progress: Double) throws -> Bool {
        try cards.allSatisfy { card in
            try TestClock.eventually { try apns.device(card.token).number("/contentState/progress") == progress }
        }
    }

    /// Whether the relay comes to have nothing more to send to any of the cards' activities.
    func settle(_ cards: [Card]) throws -> Bool {
        try cards.allSatisfy { card in
            try TestClock.eventually {
                let target = try target(card)
                return target?["owed"] == nil && target?["sending"] == nil
            }
        }
    }

    /// The first target of a card's activity, as the relay shows it.
    func target(_ card: Card) throws -> JSONValue? {
        try relay.get("/v1/activities/\(card.id)").json.at("/targets/0")
    }

    /// The progress of each push that came for a card, and what it was answered.
    func story(_ card: Card) throws -> [(progress: Double?, answer: String?)] {
        try apns.pushes(card.token).map { ($0.number("/contentState/progress"), $0.text("/answer")) }
    }

    /// How many pushes came for the cards.
    func count(_ cards: [Card]) throws -> Int {
        try cards.reduce(0) { try $0 + apns.pushes($1.token).count }
    }

    /// The connections that pushes for the cards came by.
    func connections(_ cards: [Card]) throws -> Set<Double> {
        try Set(cards.flatMap { try apns.pushes($0.token).compactMap { $0.number("/connection") } })
    }

    /// Checks what holds always: for each token one push at a time came, each with a later timestamp and no lower progress
    /// than the one before, but for the same bytes with the same id again; and no device objects to anything.
    func check(_ cards: [Card], sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try apns.stats().number("/mostInFlightPerToken") == 1, sourceLocation: sourceLocation)
        #expect(try apns.objections() == [], sourceLocation: sourceLocation)
        for card in cards {
            let pushes = try apns.pushes(card.token)
            for (push, next) in zip(pushes, pushes.dropFirst()) {
                #expect(Self.mayFollow(push, next), "\(card.id): \(story(pushes))", sourceLocation: sourceLocation)
            }
        }
    }

    /// Whether a push may come after another of the same token: later and no less far, or the same once more.
    static func mayFollow(_ push: JSONValue, _ next: JSONValue) -> Bool {
        if push.text("/apnsId") == next.text("/apnsId") { return push["payload"] == next["payload"] }
        guard let timestamp = push.number("/timestamp"), let after = next.number("/timestamp"),
            let progress = push.number("/contentState/progress"), let further = next.number("/contentState/progress")
        else { return false }
        return timestamp < after && progress <= further
    }

    /// Pushes in a line, for a person to read.
    private func story(_ pushes: [JSONValue]) -> String {
        let words = pushes.map { push in
            let members = ["/event", "/timestamp", "/contentState/progress", "/answer", "/apnsId", "/connection"]
            return members.map { push.text($0) ?? push.number($0).map { "\($0)" } ?? "-" }.joined(separator: " ")
        }
        return words.joined(separator: ", ")
    }
}
