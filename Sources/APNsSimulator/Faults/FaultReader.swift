import JSON

/// Reads a body of `POST /faults`.
struct FaultReader {
    /// The longest delay, seconds.
    static let longestDelay = 3600.0

    private static let keys = JSONKeyTable([
        "token", "count", "reason", "timestamp", "retryAfter", "status", "stall", "delay", "reset", "goaway", "close",
        "closeAfterAnswer", "streams", "accepting",
    ])
    private static let deeds =
        "reason, status, stall, delay, reset, goaway, close, closeAfterAnswer, streams, accepting"

    private var token: DeviceToken?
    private var count: Int? = 1
    private var timestamp: Double?
    private var retryAfter: Int?
    private var orders: [FaultOrder] = []

    private init() {}

    /// The order that a body gives; throws what is wrong with it.
    static func read(_ body: [UInt8]) throws(JSONError) -> FaultOrder {
        var reader = JSONReader(body)
        var fault = FaultReader()
        return try fault.read(&reader)
    }

    private mutating func read(_ reader: inout JSONReader) throws(JSONError) -> FaultOrder {
        try reader.beginObject()
        var seen: UInt64 = 0
        while let key = try reader.nextKey(Self.keys, seen: &seen) {
            switch Self.keys.names[key] {
            case "token": token = try Self.token(&reader)
            case "count": count = try reader.readNull() ? nil : Self.number(&reader, 1...1_000_000_000)
            case "timestamp": timestamp = try reader.readDouble()
            case "retryAfter": retryAfter = try Self.number(&reader, 0...1_000_000)
            case let name: try readDeed(name, &reader)
            }
        }
        guard let order = orders.first, orders.count == 1 else {
            throw reader.fault("one of these is needed, and no more: \(Self.deeds)")
        }
        try reader.finish()
        return complete(order)
    }

    /// What a deed is; `false` asks for nothing.
    private mutating func readDeed(_ name: String, _ reader: inout JSONReader) throws(JSONError) {
        switch name {
        case "reason": orders.append(Self.plan(.answer(try Self.reason(&reader))))
        case "status": orders.append(Self.plan(.answer(Answer(status: try Self.number(&reader, 200...599)))))
        case "stall": if try reader.readBool() { orders.append(Self.plan(.stall)) }
        case "delay": orders.append(Self.plan(.delay(try Self.delay(&reader))))
        case "reset": orders.append(Self.plan(.reset(try Self.resetCode(&reader))))
        case "goaway": orders.append(Self.plan(.goAway(try reader.readString())))
        case "close": if try reader.readBool() { orders.append(Self.plan(.close)) }
        case "closeAfterAnswer": if try reader.readBool() { orders.append(Self.plan(.closeAfterAnswer)) }
        case "streams": orders.append(.streams(try Self.number(&reader, 0...100_000)))
        default: orders.append(.accepting(try reader.readBool()))
        }
    }

    private static func plan(_ deed: Fault.Deed) -> FaultOrder { .plan(Fault(deed: deed)) }

    /// The order with what stands beside it.
    private func complete(_ order: FaultOrder) -> FaultOrder {
        guard case .plan(var fault) = order else { return order }
        fault.token = token
        fault.count = count
        if case .answer(var answer) = fault.deed {
            answer.timestamp = timestamp
            answer.retryAfter = retryAfter
            fault.deed = .answer(answer)
        }
        return .plan(fault)
    }

    // MARK: Values

    private static func token(_ reader: inout JSONReader) throws(JSONError) -> DeviceToken {
        guard let token = DeviceToken(try reader.readString().utf8) else {
            throw reader.fault("a token is an even number of hexadecimal digits, 64 to 512")
        }
        return token
    }

    private static func number(_ reader: inout JSONReader, _ range: ClosedRange<Int>) throws(JSONError) -> Int {
        let number = try reader.readInteger()
        guard range.contains(number) else {
            throw reader.fault("\(number) is not within \(range.lowerBound)…\(range.upperBound)")
        }
        return number
    }

    private static func delay(_ reader: inout JSONReader) throws(JSONError) -> Double {
        let delay = try reader.readDouble()
        guard delay >= 0, delay <= longestDelay else {
            throw reader.fault("a delay is 0 to \(Int(longestDelay)) seconds")
        }
        return delay
    }

    private static func reason(_ reader: inout JSONReader) throws(JSONError) -> Answer {
        let text = try reader.readString()
        guard let reason = Reason(rawValue: text) else {
            let known = Reason.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.fault("APNs has no such reason; it has \(known)")
        }
        return Answer(reason)
    }

    private static func resetCode(_ reader: inout JSONReader) throws(JSONError) -> ResetCode {
        guard let code = ResetCode(rawValue: try reader.readString()) else {
            let known = ResetCode.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.fault("HTTP/2 has no such error; it has \(known)")
        }
        return code
    }
}
