import JSON

/// Reads the body of a push as a device does; builds no more of it than it has to.
struct PayloadReader: Sendable {
    /// What is larger is milliseconds, seconds since 1970 (the year 5138).
    static let largestDate = 1e11
    /// Devices drop what claims to be sent later than this from now, seconds.
    static let farthestAhead = 8 * 3600.0

    // They keep their room.
    private var rootNames: Set<String> = []
    private var apsNames: Set<String> = []

    /// What was found in `aps` beside what the payload keeps.
    private struct Found {
        var hasAps = false
        var hasTimestamp = false
        var eventText: String?
        var hasContentState = false
        var hasAlert = false
        var hasAttributesType = false
        var hasAttributes = false
    }

    /// Reads a body, as it comes at `now`.
    mutating func read(_ body: [UInt8], now: Double) -> Payload {
        var payload = Payload()
        var found = Found()
        do throws(JSONError) {
            try readRoot(body, &payload, &found)
        } catch {
            return Payload(objections: [.notJSON(error.description)])
        }
        guard found.hasAps else { return Payload(objections: [.noAps]) }
        judge(&payload, found, body, now)
        return payload
    }

    // MARK: Reading

    private mutating func readRoot(
        _ body: [UInt8], _ payload: inout Payload, _ found: inout Found
    ) throws(JSONError) {
        var reader = JSONReader(body)
        rootNames.removeAll(keepingCapacity: true)
        try reader.beginObject()
        while let name = try reader.nextKey(unique: &rootNames) {
            if name == "aps", try reader.peek() == .object {
                found.hasAps = true
                try readAps(&reader, &payload, &found)
            } else {
                _ = try reader.readText()
            }
        }
        try reader.finish()
    }

    private mutating func readAps(
        _ reader: inout JSONReader, _ payload: inout Payload, _ found: inout Found
    ) throws(JSONError) {
        apsNames.removeAll(keepingCapacity: true)
        try reader.beginObject()
        while let name = try reader.nextKey(unique: &apsNames) {
            let kind = try reader.peek()
            switch name {
            case "timestamp":
                payload.timestamp = try Self.number(&reader, kind)
                found.hasTimestamp = payload.timestamp != nil
            case "event" where kind == .string: found.eventText = try reader.readString()
            case "content-state":
                found.hasContentState = true
                let range = try reader.readText()
                if kind == .object { payload.contentState = range }
            case "stale-date": payload.staleDate = try Self.date("stale-date", &reader, kind, &payload.objections)
            case "dismissal-date":
                payload.dismissalDate = try Self.date("dismissal-date", &reader, kind, &payload.objections)
            case "alert":
                found.hasAlert = kind == .object
                _ = try reader.readText()
            case "attributes-type":
                found.hasAttributesType = kind == .string
                _ = try reader.readText()
            case "attributes":
                found.hasAttributes = kind == .object
                _ = try reader.readText()
            default: _ = try reader.readText()
            }
        }
    }

    private static func number(_ reader: inout JSONReader, _ kind: JSONKind) throws(JSONError) -> Double? {
        guard kind == .number else {
            _ = try reader.readText()
            return nil
        }
        return try reader.readDouble()
    }

    private static func date(
        _ name: String, _ reader: inout JSONReader, _ kind: JSONKind, _ objections: inout [Objection]
    ) throws(JSONError) -> Double? {
        guard let date = try number(&reader, kind) else {
            objections.append(.dateIsNoNumber(name))
            return nil
        }
        guard date <= largestDate else {
            objections.append(.dateInMilliseconds(name))
            return nil
        }
        return date
    }

    // MARK: Judging

    private func judge(_ payload: inout Payload, _ found: Found, _ body: [UInt8], _ now: Double) {
        payload.event = found.eventText.flatMap(PayloadEvent.init)
        if let objection = Self.objection(toTimestamp: payload.timestamp, now) {
            payload.objections.append(objection)
        }
        if payload.event == nil {
            payload.objections.append(found.eventText.map { .unknownEvent($0) } ?? .noEvent)
        }
        if let state = payload.contentState {
            if let pointer = Self.null(in: body, state) { payload.objections.append(.nullInContentState(pointer)) }
        } else {
            payload.objections.append(found.hasContentState ? .contentStateIsNoObject : .noContentState)
        }
        guard payload.event == .start else { return }
        if !found.hasAlert { payload.objections.append(.startWithout("an object alert")) }
        if !found.hasAttributesType { payload.objections.append(.startWithout("a text attributes-type")) }
        if !found.hasAttributes { payload.objections.append(.startWithout("an object attributes")) }
    }

    private static func objection(toTimestamp timestamp: Double?, _ now: Double) -> Objection? {
        guard let timestamp else { return .noTimestamp }
        if timestamp > largestDate { return .timestampInMilliseconds }
        if timestamp != timestamp.rounded(.down) { return .timestampNotWhole }
        return timestamp > now + farthestAhead ? .timestampFarAhead : nil
    }

    // MARK: Nulls

    /// The pointer to the first null within a value; nil where there is none.
    private static func null(in body: [UInt8], _ range: Range<Int>) -> String? {
        // Nearly always the word is not there, and there is nothing to read.
        guard hasNull(body, range) else { return nil }
        var reader = JSONReader(body, range: range)
        return (try? reader.readValue()).flatMap { pointer(toNullIn: $0) }
    }

    private static func hasNull(_ body: [UInt8], _ range: Range<Int>) -> Bool {
        let text = body.span
        guard range.count >= 4 else { return false }
        for index in range.lowerBound..<range.upperBound - 3 where text[index] == UInt8(ascii: "n") {
            let isNull =
                text[index + 1] == UInt8(ascii: "u") && text[index + 2] == UInt8(ascii: "l")
                && text[index + 3] == UInt8(ascii: "l")
            if isNull { return true }
        }
        return false
    }

    private static func pointer(toNullIn value: JSONValue) -> String? {
        switch value {
        case .null: return ""
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let rest = pointer(toNullIn: element) { return "/\(index)\(rest)" }
            }
        case .object(let members):
            for member in members {
                if let rest = pointer(toNullIn: member.value) { return "/\(JSONText.pointerToken(member.name))\(rest)" }
            }
        case .bool, .number, .string: break
        }
        return nil
    }
}
