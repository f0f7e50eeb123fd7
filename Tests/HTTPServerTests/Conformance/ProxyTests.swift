import Testing

@testable import HTTPServer

/// The same requests through nginx: whatever it takes for one request, the server behind it takes for the same one.
@Suite(.timeLimit(.minutes(20)), .enabled(if: NginxProxy.isInstalled, "nginx is not installed (package nginx-light)"))
struct `Behind nginx` {
    /// Good requests that nginx refuses, changes or ends the connection after; each still is one request to both.
    private static let changed: Set<String> = [
        // No tab may stand around its value, says nginx.
        "9110-5.5: blanks around", "9110-5.5: tabs around",
        // With what nginx adds the head is over the limit.
        "6585-5: a head as long as may be",
        // To nginx whatever begins with "close" is that.
        "9110-7.6.1: another option",
    ]

    @Test(arguments: [false, true])
    func `no request is seen as two, or as another`(_ passesBodiesOn: Bool) throws {
        let server = try ConformanceServer()
        let proxy = try NginxProxy(before: server.port, passesBodiesOn: passesBodiesOn)
        var passed = 0
        // nginx speaks HTTP/0.9, in which an answer has no head that would tell whose it is.
        for row in ConformanceCase.all where !row.ends && row.testDescription != "9110-15.6.6: HTTP/0.9" {
            // Whoever takes a body for longer than it is swallows this request, or a part of it.
            let bytes = row.input + row.then + Array("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
            let answers = try Self.answers(to: bytes, port: proxy.port, bodiless: row.bodiless)
            let seen = server.handler.takeSeen()
            #expect(
                Self.agree(answers, seen),
                "\(row.testDescription): nginx passed \(answers) on, and the server took \(seen)")
            if row.statuses.allSatisfy({ $0 == 200 }), row.ending == .kept, !Self.changed.contains(row.testDescription)
            {
                #expect(seen == row.seen + ["GET /last []"], "\(row.testDescription)")
            }
            passed += seen.count
        }
        #expect(passed > 400, "most of them can be passed on")
    }

    /// The bodies of the answers that the server gave: nginx's own have not its mark.
    private static func answers(to bytes: [UInt8], port: Int, bodiless: Set<Int>) throws -> [String] {
        let client = try TestClient(port: port)
        try? client.send(bytes)
        var answers: [String] = []
        var index = 0
        while let answer = try? client.answer(isHead: bodiless.contains(index)) {
            if answer.head.contains("X-Taken: 1") { answers.append(answer.body) }
            index += 1
        }
        return answers
    }

    /// Whether each answer is that to the request the server took; one to HEAD says nothing.
    private static func agree(_ answers: [String], _ seen: [String]) -> Bool {
        answers.count == seen.count
            && zip(answers, seen).allSatisfy { $0 == $1 || $0.isEmpty && $1.hasPrefix("HEAD ") }
    }
}
