import Push

/// `activity-relay tail`: a running relay's stream in the terminal.
enum TailCommand {
    static func run(_ arguments: ArraySlice<String>, _ environment: [String: String]) throws -> Int32 {
        let arguments = try Arguments(arguments, CommandTable.tail)
        if arguments.wantsHelp {
            StandardOutput.write(CommandTable.tail.help)
            return 0
        }
        try arguments.expect(atMost: 1)
        let url = try url(arguments)
        let token = try token(arguments, environment)
        let tail: Tail
        do throws(CurlError) {
            tail = try Tail(
                url, caFile: arguments.values["--ca-file"], token: token,
                followsOne: !arguments.rest.isEmpty, writesJSON: arguments.flags.contains("--json"),
                waiting: waiting(arguments))
        } catch {
            throw UsageError("--url: \(error.description)")
        }
        try tail.run()
        return 0
    }

    /// Where the stream of what is asked for is.
    static func url(_ arguments: Arguments) throws(UsageError) -> String {
        var base = arguments.values["--url"] ?? "http://127.0.0.1:8080"
        while base.hasSuffix("/") { base.removeLast() }
        if let conversionId = arguments.rest.first {
            guard arguments.values["--subscriber"] == nil else {
                throw UsageError("tail follows one activity or a subscriber's, not both")
            }
            guard EventDecoder.isConversionId(conversionId) else {
                throw UsageError("a conversionId is 1 to 128 of A-Z a-z 0-9 . _ : -")
            }
            return "\(base)/v1/activities/\(conversionId)/stream"
        }
        guard let subscriberId = arguments.values["--subscriber"] else { return "\(base)/v1/stream" }
        return "\(base)/v1/stream?subscriberId=\(escaped(subscriberId))"
    }

    /// What is said where nothing of it is known yet.
    static func waiting(_ arguments: Arguments) -> String {
        if let conversionId = arguments.rest.first { return "nothing is known of \"\(conversionId)\" yet; waiting" }
        guard let subscriberId = arguments.values["--subscriber"] else { return "nothing is live yet; waiting" }
        return "nothing live is known of the subscriber \(PlainText.quoted(subscriberId)) yet; waiting"
    }

    /// Percent-encoded, but for what means nothing in a query (RFC 3986, section 2.3).
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (scalar.isLetter || scalar.isNumber || "-._~".contains(scalar))
            let hex = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(scalar) : "%" + (hex.count < 2 ? "0" : "") + hex
        }.joined()
    }

    /// The token, which never stands on a command line: others could read it there.
    private static func token(_ arguments: Arguments, _ environment: [String: String]) throws(UsageError) -> String? {
        guard let path = arguments.values["--token-file"] else { return environment["RELAY_TOKEN"] }
        do throws(ProgramFailure) {
            let text = String(decoding: try Descriptor.contents(of: path), as: UTF8.self)
            return String(text.prefix { !$0.isNewline })
        } catch {
            throw UsageError("--token-file: \(error.description)")
        }
    }
}
