/// Fills a relay with live activities, each its own subscriber's.
enum ActivityLoader {
    /// How many events one request takes.
    private static let batch = 1000

    /// Starts so many activities.
    static func load(_ count: Int, port: Int) throws {
        let poster = try EventPoster(port: port)
        for first in stride(from: 0, to: count, by: batch) {
            let lines = (first..<min(first + batch, count)).map(start).joined(separator: "\n")
            let answer = try poster.post(Array(lines.utf8), type: "application/x-ndjson")
            guard answer.status == 200 else { throw BenchmarkFailure("loading was answered \(answer.status)") }
        }
    }

    private static func start(_ number: Int) -> String {
        let name = Number.padded(number, to: 7)
        return """
            {"conversionId":"gen-\(name)","subscriberId":"user-\(name)","type":"start",\
            "sequence":1,"status":"generating","progress":0,"trackTitle":"Midnight drive","subtitle":"Rendering"}
            """
    }

    /// Makes sure that the load is what it is meant to be: a new title is worth a push at once.
    static func checkThatAnEventIsPushed(port: Int) throws {
        let event = #"{"conversionId":"gen-0000000","sequence":2,"trackTitle":"Midnight drive, once more"}"#
        let answer = try EventPoster(port: port).post(Array(event.utf8), type: "application/json")
        guard answer.status == 202, answer.body.contains(#""decision":"now""#) else {
            throw BenchmarkFailure("an event with a new title led to no push: \(answer.status) \(answer.body)")
        }
    }
}
