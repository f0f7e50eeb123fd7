import JSON
import TestSupport
import Testing

@testable import Relay

/// The parts of `tail`.
@Suite struct `Following in a terminal` {
    private static let text =
        ": hello\n\nid: 7\ndata: one\n\nevent: x\rdata:two\rdata: lines\r\rid\ndata\n\nid: 9\r\n\r\nretry: 5\r\n: \r\ndata: last\r\n\r\ndata: cut"
    private static let events: [EventStreamParser.Event] = [
        .init(id: "7", data: "one"), .init(id: "7", data: "two\nlines"), .init(id: "", data: ""),
        .init(id: "9", data: "last"),
    ]

    @Test func `events are taken apart in whatever pieces they come`() {
        let bytes = Array(Self.text.utf8)
        for size in 1...bytes.count {
            var parser = EventStreamParser()
            var events: [EventStreamParser.Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += parser.take(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(events == Self.events, "in pieces of \(size)")
            #expect(parser.lastId == "9")
            parser.reconnect()
            #expect(parser.take(Array("\n\ndata: new\n\n".utf8)) == [.init(id: "9", data: "new")])
        }
    }

    @Test func `a failure that passes is waited out, longer each time, and others are not`() {
        var backOff = TailBackOff()
        #expect(backOff.ended(status: 0, retryAfter: nil) == .giveUp, "there never was a relay")
        #expect(backOff.ended(status: 401, retryAfter: nil) == .giveUp)
        #expect(backOff.ended(status: 503, retryAfter: 5) == .again(after: 5))
        #expect(backOff.ended(status: 429, retryAfter: nil) == .again(after: 2))
        backOff.noteConnection()
        let steps = (0..<7).map { _ in backOff.ended(status: 0, retryAfter: nil) }
        #expect(steps == [1, 2, 4, 8, 16, 30, 30].map { .again(after: $0) })
        #expect(backOff.ended(status: 200, retryAfter: nil) == .again(after: 1))
        #expect(backOff.ended(status: 404, retryAfter: nil) == .giveUp)
        #expect(backOff.ended(status: 503, retryAfter: 99_999_999) == .again(after: 3600))
    }

    @Test func `a message is a line, its columns below each other, and nothing in it is an order to a terminal`() {
        let message = JSONValue(
            #"{"conversionId":"gen-2","phase":"active","contentState":{"displayStatus":"Gen\u001b[2J","progress":0.427,"trackTitle":"Rain","estimatedCompletionDate":1790000060}}"#
        )
        let line = TailLine.text(message, at: 1_790_000_000.2)
        #expect(
            line
                == "14:13:20Z  gen-2                     active       42%  Gen [2J                   ETA 14:14:20Z  Rain\n"
        )
        #expect(TailLine.text(.null, at: 0).hasPrefix("00:00:00Z"))
        let huge = JSONValue(#"{"conversionId":"a","phase":"active","contentState":{"progress":1e308}}"#)
        #expect(TailLine.text(huge, at: 0).contains("100%"))
        #expect(!TailLine.isLast(message))
        #expect(TailLine.isLast(JSONValue(#"{"phase":"expired"}"#)))
    }

    @Test(arguments: [
        ([], "http://127.0.0.1:8080/v1/stream"), (["a.b"], "http://127.0.0.1:8080/v1/activities/a.b/stream"),
        (
            ["--subscriber", "u 7/ü", "--url", "https://r.example/"],
            "https://r.example/v1/stream?subscriberId=u%207%2F%C3%BC"
        ),
    ])
    func `the address is that of what is asked for`(_ line: [String], _ url: String) throws {
        #expect(try TailCommand.url(Arguments(line, options: ["--url", "--subscriber"])) == url)
    }
}
