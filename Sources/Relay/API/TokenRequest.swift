import HTTPServer
import JSON

/// `POST /v1/subscribers/{subscriberId}/token`: a token for an app that acts for that subscriber.
struct TokenRequest {
    private let subscriberId: String
    /// How long it opens, seconds.
    private let life: Int

    private static let table = JSONKeyTable(["ttl"])

    /// Reads the path's name and the body, `{"ttl":seconds}` or nothing.
    init(_ subscriberId: String, _ body: [UInt8]) throws(Problem) {
        guard Self.isSubscriberId(subscriberId) else {
            throw Problem(status: 400, detail: "a subscriberId has 1 to 256 characters, and not blanks alone")
        }
        self.subscriberId = subscriberId
        do {
            life = try body.isEmpty ? SubscriberTokens.usualLife : Self.life(body)
        } catch {
            throw Problem(error)
        }
    }

    /// As the body of an event could have it.
    static func isSubscriberId(_ text: String) -> Bool {
        text.utf8.count <= JSONLimits().textBytes && text.count <= 256 && !EventDecoder.isBlank(text)
            && !text.unicodeScalars.contains("\0")
    }

    private static func life(_ body: [UInt8]) throws(JSONError) -> Int {
        var reader = JSONReader(body)
        var life: Int?
        var seen: UInt64 = 0
        try reader.beginObject()
        while try reader.nextKey(table, seen: &seen) != nil {
            if try reader.readNull() { continue }
            let told = try reader.readInteger()
            guard SubscriberTokens.lives.contains(told) else {
                throw reader.fault("ttl is 1 to \(SubscriberTokens.lives.upperBound) seconds (30 days)")
            }
            life = told
        }
        try reader.finish()
        return life ?? SubscriberTokens.usualLife
    }

    /// The answer, with a token from `now`, Unix seconds, on.
    func answer(_ tokens: SubscriberTokens, at now: Double) -> Response {
        let expires = Int(now) + life
        guard let token = tokens.make(subscriberId, expires: expires) else {
            return .unavailable("no token can be signed; try again")
        }
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("token", token)
        writer.member("subscriberId", subscriberId)
        writer.member("expires", expires)
        writer.endObject()
        writer.newline()
        var response = Response(status: 200, json: writer.take())
        // RFC 6749, section 5.1: nobody on the way keeps it.
        response.headers.append(("Cache-Control", "no-store"))
        return response
    }
}
