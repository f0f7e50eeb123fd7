import ActivityResolver
import JSON

extension EventDecoder {
    private enum TimerField: Int, CaseIterable {
        case mode, from, until, elapsed
        static let table = JSONKeyTable(allCases.map { "\($0)" })
    }

    private enum AlertField: Int, CaseIterable {
        case title, body, sound
        static let table = JSONKeyTable(allCases.map { "\($0)" })
    }

    private static let boundaryTable = JSONKeyTable(["at", "alert"] + EventField.content.names)

    /// A timer object (T1), as an event tells it.
    static func timer(_ reader: inout JSONReader) throws(JSONError) -> ActivityTimer {
        let timer = try timer(&reader, instant)
        if case .countDown(let from, let until) = timer, from >= until {
            throw reader.fault("a countDown's \"from\" is earlier than its \"until\"")
        }
        return timer
    }

    /// A timer object whose instants are read by `instant`.
    static func timer(
        _ reader: inout JSONReader, _ instant: (inout JSONReader) throws(JSONError) -> Double
    ) throws(JSONError) -> ActivityTimer {
        var mode: String?
        var instants: [TimerField: Double] = [:]
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(TimerField.table, seen: &seen) {
            switch TimerField(rawValue: index) {
            case .mode:
                let text = try reader.readString()
                guard ["countDown", "countUp", "paused"].contains(text) else {
                    throw reader.fault("a timer's mode is countDown, countUp or paused")
                }
                mode = text
            case .elapsed?:
                let elapsed = try reader.readDouble()
                guard elapsed >= 0 else { throw reader.fault("elapsed is 0 or more seconds") }
                instants[.elapsed] = elapsed
            case let field?: instants[field] = try instant(&reader)
            case nil: break
            }
        }
        return try timer(mode, instants, reader)
    }

    private static func timer(
        _ mode: String?, _ instants: [TimerField: Double], _ reader: borrowing JSONReader
    ) throws(JSONError) -> ActivityTimer {
        switch (mode, instants[.from], instants[.until], instants[.elapsed]) {
        case ("countDown", let from?, let until?, nil): return .countDown(from: from, until: until)
        case ("countUp", let from?, nil, nil): return .countUp(from: from)
        case ("paused", nil, nil, let elapsed?): return .paused(elapsed: elapsed)
        case (nil, _, _, _): throw reader.fault("\"mode\" is missing")
        default:
            throw reader.fault(
                "a timer is {\"mode\":\"countDown\",\"from\",\"until\"}, {\"mode\":\"countUp\",\"from\"} or "
                    + "{\"mode\":\"paused\",\"elapsed\"}")
        }
    }

    /// An alert object: a title or a body or both.
    static func alert(_ reader: inout JSONReader) throws(JSONError) -> Alert {
        var alert = Alert()
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(AlertField.table, seen: &seen) {
            let value = try text(&reader, atMost: 4096).value
            switch AlertField(rawValue: index) {
            case .title: alert.title = value
            case .body: alert.body = value
            case .sound: alert.sound = value
            case nil: break
            }
        }
        if alert.title == nil && alert.body == nil { throw reader.fault("an alert needs a title or a body") }
        return alert
    }

    /// A boundary object (B1).
    func boundary(_ reader: inout JSONReader) throws(JSONError) -> Boundary {
        var at: Double?
        var fields = ContentFields()
        var alert: Alert?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try Self.nextBoundaryKey(&reader, seen: &seen) {
            switch index {
            case 0: at = try Self.instant(&reader)
            case 1: alert = try reader.readNull() ? nil : try Self.alert(&reader)
            default: try decodeContent(EventField.contentFields[index - 2], into: &fields, &reader)
            }
        }
        guard let at else { throw reader.fault("\"at\" is missing") }
        return Boundary(at: at, fields: fields, alert: alert)
    }

    /// The next name of a boundary. A field that an event has and a boundary has not is named as that.
    private static func nextBoundaryKey(_ reader: inout JSONReader, seen: inout UInt64) throws(JSONError) -> Int? {
        do throws(JSONError) {
            return try reader.nextKey(boundaryTable, seen: &seen)
        } catch {
            guard error.kind == .unknownKey,
                let name = EventField.table.names.first(where: { error.pointer.hasSuffix("/\($0)") })
            else { throw error }
            var fault = error
            let known = boundaryTable.names.joined(separator: ", ")
            fault.message = "\"\(name)\" may not stand in a boundary; \(known) may"
            throw fault
        }
    }

    /// The app's own fields; an object without any is as null.
    func extraField(_ reader: inout JSONReader) throws(JSONError) -> Field<Extra> {
        if try reader.readNull() { return .cleared }
        let extra = try extra(&reader)
        return extra.text == "{}" ? .cleared : .set(extra)
    }

    /// The app's own content-state fields: at most 1 KiB, no nulls, no name of ours.
    func extra(_ reader: inout JSONReader) throws(JSONError) -> Extra {
        guard try reader.peek() == .object else {
            try reader.skipValue()
            throw reader.fault("extra is an object", kind: .type)
        }
        let value = try reader.readValue()
        if Self.hasNull(value) { throw reader.fault("extra holds no nulls: leave the field out instead") }
        if let name = value.objectValue?.first(where: { reserved.contains($0.name) })?.name {
            throw reader.fault("\"\(name)\" is the relay's own name in the content state")
        }
        var writer = JSONWriter(capacity: 256)
        writer.value(value)
        guard writer.count <= 1024 else { throw reader.fault("extra has \(writer.count) bytes; 1024 are allowed") }
        return Extra(text: String(decoding: writer.bytes, as: UTF8.self), canonical: value.canonical)
    }

    private static func hasNull(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let elements): elements.contains(where: hasNull)
        case .object(let members): members.contains { hasNull($0.value) }
        case .bool, .number, .string: false
        }
    }
}
