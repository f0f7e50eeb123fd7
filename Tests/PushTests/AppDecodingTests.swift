import ActivityResolver
import FoundationEssentials
import JSON
import Testing

@testable import Push

/// What the relay writes is what an app's plain `JSONDecoder` reads.
@Suite struct `Decoding in an app` {
    private static let full: ContentState = {
        var state = ContentState(status: "generating", displayStatus: "Generating…", progress: 0.42)
        state.estimatedCompletionDate = 1_790_000_060.25
        state.trackTitle = "Rain on \"Glass\" 🌧"
        state.queuePosition = 3
        state.staleAt = 1_790_000_300
        state.timer = .countDown(from: 1_790_000_000, until: 1_790_000_060.25)
        state.subtitle = "Time remaining"
        state.subtitleOverflow = "Running over"
        state.accentColor = "#E5484D"
        return state
    }()

    private static let states: [ContentState] = [
        full, ContentState(status: "completed", displayStatus: "Ready", progress: 1),
        with(.countUp(from: 1_790_000_000.5)), with(.paused(elapsed: 0)), with(.paused(elapsed: 12.75)),
    ]

    private static func with(_ timer: ActivityTimer) -> ContentState {
        var state = full
        state.timer = timer
        return state
    }

    private func written(_ state: ContentState, _ mapping: ContentStateMapping = ContentStateMapping()) -> Data {
        var writer = JSONWriter()
        writer.contentState(state, mapping)
        return Data(writer.bytes)
    }

    private func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    @Test(arguments: states) func `a content state comes through whole`(_ state: ContentState) throws {
        let decoded = try JSONDecoder().decode(ContentState.self, from: written(state))
        #expect(decoded == state)
        // ActivityKit hands it to the widget once more.
        #expect(try JSONDecoder().decode(ContentState.self, from: JSONEncoder().encode(decoded)) == state)
        #expect(Set([decoded, state]).count == 1)
    }

    @Test func `the app's own fields are passed over, and a type of its own reads them from the same object`() throws {
        var state = Self.full
        let own = #"{"mood":"calm","seed":7}"#
        state.extra = Extra(text: own, canonical: own)
        #expect(try JSONDecoder().decode(ContentState.self, from: written(state)) == Self.full)
        let song = try JSONDecoder().decode(SongState.self, from: written(state))
        #expect(song == SongState(relay: Self.full, mood: "calm"))
        #expect(try JSONDecoder().decode(SongState.self, from: JSONEncoder().encode(song)) == song)
    }

    @Test func `with dates from the reference a Date is right`() throws {
        let state = try JSONDecoder().decode(
            DatedState.self, from: written(Self.full, ContentStateMapping(dates: .reference)))
        #expect(state.estimatedCompletionDate == Date(timeIntervalSince1970: 1_790_000_060.25))
        #expect(state.staleAt == Date(timeIntervalSince1970: 1_790_000_300))
        #expect(state.timer.until == state.estimatedCompletionDate)
    }

    @Test func `a message of a stream decodes, its phase too`() throws {
        for phase in Phase.allCases {
            let message: Message = try decoded(
                #"{"conversionId":"gen-1","phase":"\#(phase.rawValue)","contentState":{"status":"starting","#
                    + #""displayStatus":"Starting…","progress":0}}"#)
            #expect(message.phase == phase)
            #expect(message.contentState == ContentState(status: "starting", displayStatus: "Starting…", progress: 0))
        }
    }

    @Test(arguments: [
        #"{"mode":"countDown","from":5,"until":5}"#, #"{"mode":"countDown","from":6,"until":5}"#,
        #"{"mode":"countDown","from":5}"#, #"{"mode":"countDown","until":5}"#, #"{"mode":"countUp"}"#,
        #"{"mode":"paused"}"#, #"{"mode":"paused","elapsed":-1}"#, #"{"mode":"sideways","from":5}"#, #"{"from":5}"#,
        #""countUp""#,
    ])
    func `a timer that no clock can show is an error, not a trap later`(_ text: String) {
        #expect(throws: DecodingError.self) { let _: ActivityTimer = try decoded(text) }
    }

    @Test(arguments: ["status", "displayStatus", "progress"])
    func `a content state is always whole`(_ missing: String) throws {
        let fields = ["status": #""a""#, "displayStatus": #""b""#, "progress": "0"].filter { $0.key != missing }
        let text = "{" + fields.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
        #expect(throws: DecodingError.self) { let _: ContentState = try decoded(text) }
    }
}

/// As the library's article on cards has it.
private struct SongState: Codable, Hashable, Sendable {
    var relay: ContentState
    var mood: String?

    private enum CodingKeys: CodingKey {
        case mood
    }

    init(relay: ContentState, mood: String?) {
        self.relay = relay
        self.mood = mood
    }

    init(from decoder: any Decoder) throws {
        relay = try ContentState(from: decoder)
        mood = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .mood)
    }

    func encode(to encoder: any Encoder) throws {
        try relay.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(mood, forKey: .mood)
    }
}

private struct DatedState: Decodable {
    struct Countdown: Decodable {
        var until: Date
    }

    var estimatedCompletionDate: Date
    var staleAt: Date
    var timer: Countdown
}

private struct Message: Decodable {
    var conversionId: String
    var phase: Phase
    var contentState: ContentState
}
