import Testing

@testable import HTTPServer

/// What came of a case.
private struct Outcome: Equatable, CustomStringConvertible {
    var statuses: [Int] = []
    var lastHead = ""
    var ending = ConformanceCase.Ending.kept
    var seen: [String] = []
    /// What came after the last answer.
    var rest = ""

    var description: String { "\(statuses) \(ending) \(seen) \(rest)" }
}

@Suite(.timeLimit(.minutes(20))) struct `Conformance` {
    @Test(arguments: ConformanceCase.all) func `on a socket`(_ row: ConformanceCase) throws {
        let outcome = try outcome(of: row)
        #expect(outcome.statuses == row.statuses)
        #expect(outcome.ending == row.ending)
        #expect(outcome.seen == row.seen)
        #expect(outcome.rest.isEmpty)
        for field in row.fields {
            let isWanted = !field.hasPrefix("!")
            let hasField = outcome.lastHead.contains("\r\n\(field.drop { $0 == "!" })")
            #expect(hasField == isWanted, "\(field) in \(outcome.lastHead)")
        }
    }

    @Test func `tells many cases apart`() {
        #expect(ConformanceCase.all.count >= 250)
        #expect(Set(ConformanceCase.all.map { "\($0.input) \($0.then) \($0.ends)" }).count > 400)
    }

    /// Sends what the case says, reads its answers, and looks whether the connection goes on.
    private func outcome(of row: ConformanceCase) throws -> Outcome {
        let server = try ConformanceServer()
        let client = try TestClient(port: server.port)
        var outcome = Outcome()
        try client.send(row.input)
        if row.ends { client.end() }
        for index in row.statuses.indices {
            guard let answer = try? client.answer(isHead: row.bodiless.contains(index)) else { break }
            // RFC 9110, section 6.6.1: an answer of a server with a clock has a date, but for interim ones.
            #expect(answer.status < 200 || answer.head.contains("\r\nDate: "))
            outcome.statuses.append(answer.status)
            outcome.lastHead = answer.head
            if index == min(row.statuses.count - 1, Self.waits(row)), !row.then.isEmpty { try client.send(row.then) }
        }
        if row.ending == .kept {
            try client.send(Text.line("GET /probe HTTP/1.1"))
            if try client.answer().body != "GET /probe []" { outcome.ending = .closed }
        } else {
            outcome.rest = try client.rest()
            outcome.ending = .closed
        }
        outcome.seen = server.handler.seen.filter { $0 != "GET /probe []" }
        return outcome
    }

    /// The answer after which the client goes on: that which asks for the body, or else the first.
    private static func waits(_ row: ConformanceCase) -> Int { row.statuses.firstIndex(of: 100) ?? 0 }
}

/// What a parser makes of `pieces`: one line for each thing found.
private func parse(_ pieces: [ArraySlice<UInt8>]) -> [String] {
    let limits = ConnectionLimits(ConformanceServer.limits)
    var parser = RequestParser(
        maximumHeadBytes: limits.headBytes, maximumFields: limits.headerFields, peer: PeerAddress(kind: .local))
    var found: [String] = []
    for piece in pieces {
        let bytes = Array(piece)
        var position = 0
        while let event = parser.next(bytes.span, &position) {
            switch event {
            case .head(let head):
                found.append("\(head.method) \(head.target) \(head.keepAlive) \(head.expectsContinue)")
                if head.path == "/early" {
                    if !parser.skipBody(maximum: limits.skippedBytes) { return found + ["unskippable"] }
                } else {
                    parser.accept(maximumBodyBytes: 100)
                }
            case .request(let request): found.append(String(decoding: request.body, as: UTF8.self))
            case .skipped: found.append("skipped")
            case .unskippable: return found + ["unskippable"]
            case .fault(let fault):
                found.append("\(fault)")
                if fault.isFatal || !parser.skipBody(maximum: limits.skippedBytes) { return found }
            }
        }
    }
    return found
}

@Suite(.timeLimit(.minutes(20))) struct `Conformance of the parser` {
    @Test(arguments: ConformanceCase.all) func `in any pieces`(_ row: ConformanceCase) {
        let input = row.input + row.then
        // What is far longer than every limit is cut in fewer places.
        let step = max(1, input.count / 4500)
        let whole = parse([input[...]])
        if parse(input.map { [$0][...] }) != whole { Issue.record("byte by byte") }
        for split in stride(from: 0, to: input.count, by: step) {
            let pieces = parse([input[..<split], input[split...]])
            if pieces != whole { Issue.record("split at \(split): \(pieces) and not \(whole)") }
        }
    }
}
