import ActivityResolver
import HTTPServer
import JSON
import Push

extension Answer {
    /// The HTTP status of the answer to one event.
    var status: Int { outcome == .accepted ? 202 : 200 }
}

extension JSONWriter {
    /// Writes the answer to an event; in a batch with the status it would have had alone.
    mutating func answer(_ answer: Answer, withStatus: Bool = false) {
        beginObject()
        if withStatus { member("status", answer.status) }
        member("outcome", answer.outcome.rawValue)
        member("reason", answer.reason?.rawValue)
        member("conversionId", answer.conversionId)
        member("phase", answer.phase.rawValue)
        member("supersededBy", answer.superseder?.conversionId)
        key("contentState")
        contentState(answer.contentState)
        key("ended")
        beginArray()
        for id in answer.ended { string(id) }
        endArray()
        key("pushes")
        beginArray()
        for decision in answer.pushes { self.decision(decision) }
        endArray()
        endObject()
    }

    /// Writes what was decided for one target.
    mutating func decision(_ decision: Answer.Decision) {
        beginObject()
        member("target", decision.target)
        member("decision", decision.kind.rawValue)
        member("at", decision.at)
        member("why", decision.why.text)
        endObject()
    }
}

extension Response {
    /// The answer to one event.
    init(_ answer: Result<Answer, Problem>) {
        switch answer {
        case .failure(let problem): self.init(problem)
        case .success(let answer):
            var writer = JSONWriter(capacity: 640)
            writer.answer(answer)
            writer.newline()
            self.init(status: answer.status, json: writer.take())
        }
    }

    /// The answer to a registration.
    init(_ registration: Registration, isNew: Bool) {
        var writer = JSONWriter(capacity: 384)
        writer.registration(registration)
        writer.newline()
        self.init(status: isNew ? 201 : 200, json: writer.take())
    }

    /// The answers to several events, each as it would have been alone.
    init(_ answers: [Result<Answer, Problem>]) {
        var writer = JSONWriter(capacity: answers.count * 512)
        writer.beginObject()
        writer.key("results")
        writer.beginArray()
        for answer in answers {
            switch answer {
            case .success(let answer): writer.answer(answer, withStatus: true)
            case .failure(let problem): writer.problem(problem)
            }
        }
        writer.endArray()
        writer.endObject()
        writer.newline()
        self.init(status: 200, json: writer.take())
    }
}
