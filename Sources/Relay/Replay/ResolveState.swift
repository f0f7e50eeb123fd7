import ActivityResolver
import JSON
import Storage

/// One activity of a `POST /v1/resolve`: its state, and the eventIds that were seen (E4).
struct ResolveState {
    var state: ActivityState
    var seen: [EventIdHash]

    private static let table = JSONKeyTable(["activity", "seen"])
    /// More than an activity gets, with all the targets and start tokens that it may have.
    private static let mostDeliveries = 1_000

    init(state: ActivityState, seen: [EventIdHash]) {
        self.state = state
        self.seen = seen
    }

    /// Reads one that `write` wrote.
    init(_ reader: inout JSONReader, _ rules: Rules) throws(JSONError) {
        var state: ActivityState?
        var hashes: [EventIdHash] = []
        var known: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(Self.table, seen: &known) {
            if index == 0 {
                state = try StateReader(rules).read(&reader)
                continue
            }
            try reader.beginArray()
            while try reader.nextElement() { hashes.append(try Self.hash(&reader)) }
        }
        guard let state, EventDecoder.isConversionId(state.activity.conversionId) else {
            throw reader.faultInContainer("this is no state of ours")
        }
        guard state.deliveries.count <= Self.mostDeliveries else {
            throw reader.faultInContainer("an activity has \(Self.mostDeliveries) deliveries at most")
        }
        self.init(state: state, seen: hashes)
    }

    func write(_ writer: inout JSONWriter, _ rules: Rules) {
        writer.beginObject()
        writer.key("activity")
        writer.state(state, rules, isNamed: true)
        if !seen.isEmpty {
            writer.key("seen")
            writer.beginArray()
            for hash in seen { writer.string(Self.text(hash)) }
            writer.endArray()
        }
        writer.endObject()
    }

    /// How long the texts are that its targets were told, bytes: about as long as `write` can make them anew where the
    /// run no longer shares them.
    var bytesTold: Int {
        state.deliveries.reduce(0) { bytes, delivery in
            let told = delivery.pushed?.contentState
            let texts = [told?.trackTitle, told?.subtitle, told?.subtitleOverflow, told?.extra?.text]
            return texts.reduce(bytes) { $0 + ($1?.utf8.count ?? 0) }
        }
    }

    private static func text(_ hash: EventIdHash) -> String {
        String(hash.high, radix: 16) + "." + String(hash.low, radix: 16)
    }

    private static func hash(_ reader: inout JSONReader) throws(JSONError) -> EventIdHash {
        let parts = try reader.readString().split(separator: ".")
        guard parts.count == 2, let high = UInt64(parts[0], radix: 16), let low = UInt64(parts[1], radix: 16) else {
            throw reader.fault("this is no eventId of ours")
        }
        return EventIdHash(high: high, low: low)
    }
}
