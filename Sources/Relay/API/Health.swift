import HTTPServer
import JSON
import Push

/// How the relay's parts are: the answers to `GET /healthz` and `GET /readyz`.
struct Health {
    /// Whether it is on its way to its end.
    var isStopping: Bool
    /// Why the store cannot be written; nil where it can.
    var storeFault: String?
    /// The senders, and whether each needs a key.
    var senders: [String: Bool]
    /// The senders whose services take nothing, and why.
    var failing: [String: Failure]

    /// Why no requests should be sent here. A service out of reach is no reason to send them elsewhere; what is wrong
    /// here is.
    var reasons: [String] {
        if isStopping { return ["the relay is stopping"] }
        let ours = failing.filter { $0.value.scope == .key }.map { "the sender \($0.key): \($0.value.detail)" }
        return [storeFault].compactMap(\.self) + ours.sorted()
    }

    /// Whether requests should be sent here (503 if not).
    var readiness: Response {
        let reasons = reasons
        let word = isStopping ? "stopping" : reasons.isEmpty ? "ready" : "not ready"
        return answer(status: reasons.isEmpty ? 200 : 503, word, reasons)
    }

    /// That the process lives, however its parts are.
    var liveness: Response { answer(status: 200, "ok", []) }

    private func answer(status: Int, _ word: String, _ reasons: [String]) -> Response {
        var writer = JSONWriter(capacity: 512, pretty: true)
        writer.beginObject()
        writer.member("status", word)
        writer.member("version", Version.text)
        if !reasons.isEmpty {
            writer.key("reasons")
            writer.beginArray()
            for reason in reasons { writer.string(reason) }
            writer.endArray()
        }
        writer.key("parts")
        writer.beginArray()
        for part in parts { writer.part(part) }
        writer.endArray()
        writer.failingSenders(failing)
        writer.endObject()
        writer.newline()
        return Response(status: status, json: writer.take())
    }

    /// A part and how it is.
    struct Part: Equatable {
        /// `process`, `store`, `sender` or `key`.
        var kind: String
        /// Of a sender, or of whose key it is.
        var name: String?
        /// `ok`, `failing` or `stopping`.
        var state = "ok"
        /// Why it is not ok.
        var reason: String?
    }

    /// One entry for each part: the process, the store, each sender and its key, if it needs one.
    var parts: [Part] {
        var parts = [
            Part(kind: "process", state: isStopping ? "stopping" : "ok", reason: isStopping ? reasons.first : nil),
            Part(kind: "store", state: storeFault == nil ? "ok" : "failing", reason: storeFault),
        ]
        for (name, needsKey) in senders.sorted(by: { $0.key < $1.key }) {
            parts.append(part("sender", name, .service))
            if needsKey { parts.append(part("key", name, .key)) }
        }
        return parts
    }

    private func part(_ kind: String, _ name: String, _ scope: Failure.Scope) -> Part {
        guard let failure = failing[name], failure.scope == scope else { return Part(kind: kind, name: name) }
        return Part(kind: kind, name: name, state: "failing", reason: failure.detail)
    }
}

extension JSONWriter {
    fileprivate mutating func part(_ part: Health.Part) {
        beginObject()
        member("part", part.kind)
        member("name", part.name)
        member("state", part.state)
        member("reason", part.reason)
        endObject()
    }

    fileprivate mutating func failingSenders(_ failing: [String: Failure]) {
        guard !failing.isEmpty else { return }
        key("failingSenders")
        beginObject()
        for (sender, failure) in failing.sorted(by: { $0.key < $1.key }) {
            key(sender)
            string(failure.detail)
        }
        endObject()
    }
}
