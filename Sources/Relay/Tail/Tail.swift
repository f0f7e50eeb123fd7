import Glibc
import JSON
import Push

/// Follows a relay's stream, connection after connection, and writes what it tells.
final class Tail {
    private let stream: CurlStream
    private let token: String?
    /// Whether it ends with the activity.
    private let followsOne: Bool
    private let writesJSON: Bool
    // What is said once, where the relay tells nothing of it at first.
    private var waiting: String?
    private var parser = EventStreamParser()
    private var backOff = TailBackOff()
    private var isOver = false
    private var failure: Int32?

    /// `waiting` is said, once, where the relay knows nothing yet of what is followed.
    init(
        _ url: String, caFile: String?, token: String?, followsOne: Bool, writesJSON: Bool, waiting: String
    ) throws(CurlError) {
        self.waiting = waiting
        stream = try CurlStream(url, caFile: caFile)
        self.token = token
        self.followsOne = followsOne
        self.writesJSON = writesJSON
    }

    /// Returns when what it follows is over.
    func run() throws {
        while true {
            parser.reconnect()
            let ending = stream.read(fields) { [unowned self] in take($0) }
            if let failure { throw ProgramFailure("cannot write: \(String(cString: strerror(failure)))") }
            if isOver { return }
            guard case .again(let pause) = backOff.ended(status: ending.status, retryAfter: ending.retryAfter) else {
                throw ProgramFailure(Self.reason(ending))
            }
            StandardError.write("activity-relay: \(Self.reason(ending)); asking again in \(Int(pause)) s\n")
            usleep(UInt32(pause * 1e6))
        }
    }

    private var fields: [(name: StaticString, value: String)] {
        var fields: [(name: StaticString, value: String)] = []
        if let token { fields.append(("Authorization", "Bearer \(token)")) }
        if !parser.lastId.isEmpty { fields.append(("Last-Event-ID", parser.lastId)) }
        return fields
    }

    /// Writes the messages that are whole; false where no more is wanted.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        backOff.noteConnection()
        for event in parser.take(bytes) {
            var reader = JSONReader(Array(event.data.utf8))
            guard let message = try? reader.readValue() else { continue }
            waiting = nil
            let line = writesJSON ? event.data + "\n" : TailLine.text(message, at: WallClock.now())
            failure = StandardOutput.write(Array(line.utf8))
            // Whatever comes of a restart is another's to follow.
            isOver = followsOne && TailLine.isLast(message)
            if failure != nil || isOver { return false }
        }
        sayThatItWaits()
        return true
    }

    /// A comment before any message: there was none to begin with.
    private func sayThatItWaits() {
        guard let waiting, parser.hasComment else { return }
        StandardError.write("activity-relay: \(waiting)\n")
        self.waiting = nil
    }

    private static func reason(_ ending: CurlStream.Ending) -> String {
        switch ending.status {
        case 0: "the relay cannot be reached: \(ending.failure ?? "no answer")"
        case 200: "the stream ended" + (ending.failure.map { ": \($0)" } ?? "")
        default: "the relay answers \(ending.status): \(detail(ending.body))"
        }
    }

    /// What a problem says.
    private static func detail(_ body: [UInt8]) -> String {
        var reader = JSONReader(body)
        guard let detail = (try? reader.readValue())?["detail"]?.stringValue else { return "it does not say why" }
        return detail
    }
}
