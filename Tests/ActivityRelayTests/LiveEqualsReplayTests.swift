import JSON
import TestSupport
import Testing

/// The same events at the same instants lead to the same pushes, live and in virtual time.
@Suite(.timeLimit(.minutes(20))) struct `Live and replay` {
    static let configuration = #"""
        {"policy":{"minPushInterval":0.2,"ordinaryInterval":0.4,"nudgeInterval":0.5,"silenceTimeout":2.4}}
        """#

    /// When the last thing that time brings is over, seconds.
    static let end = 4.6
    /// How much an instant of the live relay may differ from that of the replay, seconds.
    static let jitter = 0.15

    /// An event and when it is sent, seconds after the beginning; `{t}` in it is that beginning plus `t`.
    ///
    /// Each is a tenth of a second or more from any instant at which a decision changes.
    static let story: [(at: Double, event: String)] = [
        // Progress: what comes too soon waits, urgent or not.
        (0.00, #"{"conversionId":"a","eventId":"1","trackTitle":"Rain","type":"start"}"#),
        (0.10, #"{"conversionId":"a","eventId":"2","progress":0.1}"#),
        (0.35, #"{"conversionId":"a","eventId":"3","progress":0.2}"#),
        (0.45, #"{"conversionId":"a","eventId":"4","progress":0.25}"#),
        (0.95, #"{"conversionId":"a","eventId":"5","displayStatus":"Tuning"}"#),
        (1.50, #"{"conversionId":"a","eventId":"6","progress":0.5}"#),
        (2.10, #"{"conversionId":"a","eventId":"7","progress":0.75}"#),
        (2.50, #"{"conversionId":"a","eventId":"7","progress":0.9}"#),
        (2.90, #"{"conversionId":"a","eventId":"8","type":"complete"}"#),
        // An ETA: nudges every half second, and an alert between them.
        (0.05, #"{"conversionId":"b","estimatedCompletionDate":{5},"type":"start"}"#),
        (1.85, #"{"conversionId":"b","alert":{"title":"Hear this"}}"#),
        (3.10, #"{"conversionId":"b","type":"fail","displayStatus":"No luck"}"#),
        // The queue, a pause, and the way out.
        (0.10, #"{"conversionId":"c","queuePosition":3}"#),
        (0.50, #"{"conversionId":"c","queuePosition":2}"#),
        (0.60, #"{"conversionId":"c","queuePosition":1}"#),
        (1.20, #"{"conversionId":"c","status":"generating"}"#),
        (1.75, #"{"conversionId":"c","progress":0.4}"#),
        (2.20, #"{"conversionId":"c","type":"pause"}"#),
        (2.30, #"{"conversionId":"c","progress":0.6}"#),
        (3.00, #"{"conversionId":"c","type":"resume"}"#),
        (3.40, #"{"conversionId":"c","type":"cancel"}"#),
        // A boundary, supersession, and a completion that never comes.
        (
            0.15,
            #"""
            {"conversionId":"d-1","subscriberId":"u-1","boundary":{"at":{1.0},"displayStatus":"Mixing","alert":{"body":"!"}}}
            """#
        ),
        (1.60, #"{"conversionId":"d-2","subscriberId":"u-1","type":"start","trackTitle":"Sun"}"#),
        (2.00, #"{"conversionId":"d-1","progress":0.9}"#),
        // Order, attempts, restarts.
        (0.20, #"{"conversionId":"e","sequence":1}"#),
        (0.65, #"{"conversionId":"e","sequence":5,"progress":0.3}"#),
        (0.90, #"{"conversionId":"e","sequence":3,"progress":0.35,"displayStatus":"late"}"#),
        (1.50, #"{"conversionId":"e","attempt":2,"progress":0.1}"#),
        (1.95, #"{"conversionId":"e","type":"complete"}"#),
        (2.25, #"{"conversionId":"e","progress":0.4}"#),
        (2.60, #"{"conversionId":"e","type":"start","startedAt":{2.5}}"#),
        (3.05, #"{"conversionId":"e","type":"complete"}"#),
        // A fixed end with an overflow wording, then a clock of the app's own.
        (
            0.25,
            #"""
            {"conversionId":"f","estimatedCompletionDate":{2},"fixedEnd":true,"subtitle":"until","subtitleOverflow":"over"}
            """#
        ),
        (2.40, #"{"conversionId":"f","timer":{"mode":"countUp","from":{2}}}"#),
        (2.95, #"{"conversionId":"f","status":"done"}"#),
        // Words, title and colour.
        (0.30, #"{"conversionId":"g","status":"starting"}"#),
        (0.70, #"{"conversionId":"g","displayStatus":"Warming up"}"#),
        (1.10, #"{"conversionId":"g","displayStatus":null}"#),
        (1.55, #"{"conversionId":"g","trackTitle":"Wind","extra":{"bpm":70}}"#),
        (1.95, ##"{"conversionId":"g","accentColor":"#E5484D"}"##),
        (2.35, #"{"conversionId":"g","status":"succeeded"}"#),
    ]

    /// What a run of the story came to.
    struct Run {
        var pushes: [JSONValue]
        var replayed: [JSONValue]
        /// How late the latest event was, seconds.
        var latest: Double
    }

    static func run() throws -> Run {
        let relay = try ServedRelay(configuration: configuration)
        let client = try HTTPClient(port: relay.port)
        let begin = TestClock.now + 0.2
        var recording = ""
        var latest = 0.0
        for (offset, event) in story.sorted(by: { $0.at < $1.at }) {
            let event = filled(event, begin)
            TestClock.wait(until: begin + offset)
            let sent = TestClock.now
            let answer = try client.request(
                "POST", "/v1/events", headers: [("Content-Type", "application/json")], body: Array(event.utf8))
            #expect(answer.status == 202 || answer.status == 200)
            // It was taken between these two; the answer waits for the disk.
            let at = sent + min(0.002, (TestClock.now - sent) / 2)
            latest = max(latest, TestClock.now - begin - offset)
            recording += #"{"at":\#(at),"event":\#(event)}"# + "\n"
        }
        let replay = try CommandResult.of(
            ["replay", "--config", relay.folder.path("relay.json"), "--until", "\(begin + end)"],
            input: Array(recording.utf8))
        #expect(replay.code == 0)
        #expect(replay.errors == [])
        // One too many would have come by then as well.
        TestClock.wait(until: begin + end)
        relay.process.output.wait(within: 5) { $0.count >= replay.output.count }
        return Run(
            pushes: relay.pushes, replayed: replay.output.map { JSONValue($0) }, latest: latest)
    }

    /// The event with its instants.
    static func filled(_ event: String, _ begin: Double) -> String {
        var text = ""
        var rest = event[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            let inner = rest.dropFirst().prefix { $0 != "}" }
            if let offset = Double(inner) {
                text += "\(begin + offset)"
                rest = rest.dropFirst(inner.count + 2)
            } else {
                text += "{"
                rest = rest.dropFirst()
            }
        }
        return text + rest
    }

    /// The differences between the pushes of each activity; of different activities the order is free.
    static func differences(_ run: Run) -> [String] {
        func byActivity(_ pushes: [JSONValue]) -> [String: [JSONValue]] {
            Dictionary(grouping: pushes) { $0.text("/conversionId") ?? "" }
        }
        let live = byActivity(run.pushes)
        let replayed = byActivity(run.replayed)
        var lines: [String] = []
        for id in Set(live.keys).union(replayed.keys).sorted() {
            let one = live[id] ?? []
            let other = replayed[id] ?? []
            if one.count != other.count { lines.append("\(id): \(one.count) pushes live, \(other.count) replayed") }
            for (index, (push, want)) in zip(one, other).enumerated() {
                if let difference = difference(push, want, "") { lines.append("\(id) \(index)\(difference)") }
            }
        }
        return lines
    }

    static let instants: Set<String> = [
        "sentAt", "staleAt", "dismissalDate", "estimatedCompletionDate", "from", "until", "elapsed",
    ]

    private static func difference(_ got: JSONValue, _ want: JSONValue, _ path: String) -> String? {
        if case .object(let one) = got, case .object(let other) = want {
            for name in Set(one.map(\.name)).union(other.map(\.name)).sorted() {
                let found = difference(got[name] ?? .null, want[name] ?? .null, "\(path)/\(name)")
                if let found { return found }
            }
            return nil
        }
        if let one = got.doubleValue, let other = want.doubleValue {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            // The fastest ring here goes round in five seconds.
            let tolerance = instants.contains(name) ? jitter : name == "progress" ? jitter / 5 + 1e-4 : 0
            if abs(one - other) <= tolerance { return nil }
        }
        return got == want ? nil : "\(path): \(got.canonical) is not \(want.canonical)"
    }

    @Test func `forty events in four seconds give the same pushes live as replayed`() throws {
        // A machine that is busy elsewhere may hold an event or a timer up for longer than the tenth of a second that
        // lies between the story's events and the instants that decide; then the run says nothing, and is done anew.
        var differences: [String] = []
        for _ in 0..<3 {
            let run = try Self.run()
            differences = Self.differences(run)
            if run.latest > 0.1 { differences.append("an event was \(run.latest) s late") }
            #expect(run.replayed.count > 35)
            if differences.isEmpty { break }
        }
        #expect(differences == [])
    }

    @Test func `the story holds what it is to hold`() throws {
        var recording = ""
        for (offset, event) in Self.story.sorted(by: { $0.at < $1.at }) {
            recording += #"{"at":\#(1.79e9 + offset),"event":\#(Self.filled(event, 1.79e9))}"# + "\n"
        }
        let folder = TemporaryFolder()
        let path = folder.write("relay.json", Self.configuration)
        let result = try CommandResult.of(
            ["replay", "--config", path, "--until", "\(1.79e9 + Self.end)"], input: Array(recording.utf8))
        #expect(result.code == 0)
        let reasons = Set(result.output.compactMap { JSONValue($0).text("/reason") })
        #expect(
            reasons.isSuperset(of: [
                "start", "status", "progress", "queue", "alert", "pause", "resume", "nudge", "boundary", "overflow",
                "content", "ended", "superseded", "expired",
            ]))
    }
}
