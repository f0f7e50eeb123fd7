import ActivityResolver
import Glibc
import JSON
import Push

/// `activity-relay send`: one push by hand through a configured sender, to see what its service says.
enum SendCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.send)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.send.help)
            return 0
        }
        try arguments.expect(atMost: 0)
        let loader = ConfigurationLoader(environment: environment)
        let configuration = try loader.load(arguments.values["--config"]).configuration
        let (name, sender) = try chooseSender(arguments.values["--sender"], configuration)
        let push = try makePush(arguments, by: sender, name, at: WallClock.now())
        if arguments.flags.contains("--dry-run") {
            let failure = StandardOutput.write(Array(sender.preview(push).utf8))
            if let failure { throw ProgramFailure("cannot write: \(String(cString: strerror(failure)))") }
            return 0
        }
        return try send(push, by: sender)
    }

    private static func chooseSender(
        _ name: String?, _ configuration: Configuration
    ) throws(UsageError) -> (name: String, sender: any Sender) {
        let known = configuration.senders.keys.sorted().joined(separator: ", ")
        guard let name = name ?? configuration.defaultSender else {
            throw UsageError("--sender is missing: one of \(known)")
        }
        guard let chosen = configuration.senders[name] else {
            throw UsageError("there is no sender \"\(LogText.shortened(name))\": \(known)")
        }
        let pools = APNsPools(logger: nil, now: WallClock.now)
        return (name, chosen.makeSender(name, pools, now: WallClock.now))
    }

    // MARK: The push

    private static func makePush(
        _ arguments: Arguments, by sender: any Sender, _ name: String, at now: Double
    ) throws -> Push {
        let event: PushEvent = try word(arguments.values["--event"], "--event", ["start", "update", "end"]) ?? .update
        var place = try place(arguments, sender)
        let startsCard = sender.takesStartTokens && event == .start
        if startsCard {
            guard let attributesType = arguments.values["--attributes-type"] else {
                throw UsageError("--attributes-type is missing: the app's struct that a card is started with")
            }
            place?.attributesType = attributesType
        }
        let state = try contentState(arguments.values["--content-state"], event)
        let planned = PlannedPush(
            target: "send", event: event, priority: 10, contentState: state,
            dismissalDate: event == .end ? now : nil,
            // A card is not started without one.
            alert: startsCard ? Alert(title: state.trackTitle ?? state.displayStatus, body: state.displayStatus) : nil,
            reason: event == .end ? .ended : event == .start ? .start : .status)
        return Push(
            sender: name, sentAt: now, conversionId: "send", subscriberId: nil, number: 1, place: place,
            planned: planned)
    }

    private static func place(_ arguments: Arguments, _ sender: any Sender) throws(UsageError) -> Place? {
        let environment: Environment? = try word(
            arguments.values["--environment"], "--environment", Environment.allCases.map(\.rawValue))
        guard let text = arguments.values["--token"] else {
            if sender.needsRegistration { throw UsageError("--token is missing: the device or card to push to") }
            return nil
        }
        guard let token = sender.tokenForm.normal(text) else { throw UsageError("--token: \(sender.tokenForm.hint)") }
        return Place(token: token, environment: environment ?? .production)
    }

    private static func word<Word: RawRepresentable>(
        _ text: String?, _ option: String, _ known: [String]
    ) throws(UsageError) -> Word? where Word.RawValue == String {
        guard let text else { return nil }
        guard let word = Word(rawValue: text) else {
            throw UsageError("\(option) is \(known.joined(separator: ", ")), not \(LogText.shortened(text))")
        }
        return word
    }

    /// What a file or standard input holds; without one, something to be seen.
    private static func contentState(_ path: String?, _ event: PushEvent) throws -> ContentState {
        guard let path else {
            return event == .end
                ? ContentState(status: "completed", displayStatus: "Ready", progress: 1)
                : ContentState(status: "generating", displayStatus: "Generating…", progress: 0.5)
        }
        let bytes = try path == "-" ? Descriptor.standardInput() : Descriptor.contents(of: path)
        do {
            let state = try ContentStateDecoder.decode(bytes)
            noteOddNames(state)
            return state
        } catch {
            let place = error.pointer.isEmpty ? "" : " at \(error.pointer)"
            throw ProgramFailure("the content state\(place): \(error.message)")
        }
    }

    /// What is none of our fields is the app's own, or mistyped.
    private static func noteOddNames(_ state: ContentState) {
        guard let extra = state.extra, let names = ConfigurationSection.names(ofObject: extra.text) else { return }
        for name in names {
            guard let near = ContentStateDecoder.near(name) else { continue }
            StandardError.write(
                "activity-relay: note: \"\(LogText.shortened(name))\" is sent as the app's own; did you mean \(near)?\n"
            )
        }
    }

    // MARK: Sending

    private static func send(_ push: Push, by sender: any Sender) throws -> Int32 {
        let box = OutcomeBox()
        try sender.start { results in box.put(results.first?.outcome) }
        sender.send([push])
        let outcome = box.take()
        sender.stop(within: 0)
        sender.waitUntilStopped()
        return say(outcome)
    }

    private static func say(_ outcome: Outcome?) -> Int32 {
        switch outcome {
        case .ok?:
            StandardError.write("activity-relay: the push was taken\n")
            return 0
        case .unknown(let detail)?: complain("nobody answered, and the relay would not repeat it", detail)
        case .retry(let failure)?: complain("the push failed, and the relay would repeat it", failure.detail)
        case .dropped(let detail)?: complain("the push was refused, and the relay would give it up", detail)
        case .dead(let reason, _)?: complain("the relay would push to this target no more", reason)
        case nil: complain("the push failed", "nothing was reported of it")
        }
        return 1
    }

    private static func complain(_ what: String, _ why: String) {
        StandardError.write("activity-relay: \(what): \(why)\n")
    }
}
