import ActivityResolver
import JSON

/// Reads a content state as pushes carry it, with the contract's names; what it does not know is the app's own.
enum ContentStateDecoder {
    /// The content state in `bytes`.
    static func decode(_ bytes: [UInt8]) throws(JSONError) -> ContentState {
        var reader = JSONReader(bytes)
        var state = ContentState(status: "", displayStatus: "", progress: 0)
        var own = JSONWriter(capacity: 256)
        var hasOwn = false
        var names: Set<String> = []
        try reader.beginObject()
        own.beginObject()
        while let name = try reader.nextKey(unique: &names) {
            if try take(name, &state, &reader) { continue }
            own.key(name)
            own.raw(try reader.readRawText())
            hasOwn = true
        }
        own.endObject()
        for name in ["status", "displayStatus", "progress"] where !names.contains(name) {
            throw reader.faultInContainer("\"\(name)\" is missing: a content state is always whole")
        }
        try reader.finish()
        if hasOwn {
            let text = String(decoding: own.take(), as: UTF8.self)
            state.extra = Extra(text: text, canonical: text)
        }
        return state
    }

    /// The field that a name is probably meant to be; nil where it is near to none.
    static func near(_ name: String) -> String? {
        NearestName.of(name, among: EventDecoder.contentStateNames.sorted())
    }

    /// Reads the value of a field; false where the name is none of ours.
    private static func take(
        _ name: String, _ state: inout ContentState, _ reader: inout JSONReader
    ) throws(JSONError) -> Bool {
        switch name {
        case "status": state.status = try reader.readString()
        case "displayStatus": state.displayStatus = try reader.readString()
        case "progress": state.progress = try EventDecoder.progress(&reader)
        case "estimatedCompletionDate": state.estimatedCompletionDate = try EventDecoder.instant(&reader)
        case "trackTitle": state.trackTitle = try reader.readString()
        case "queuePosition": state.queuePosition = try EventDecoder.position(&reader)
        case "staleAt": state.staleAt = try EventDecoder.instant(&reader)
        case "timer": state.timer = try EventDecoder.timer(&reader)
        case "subtitle": state.subtitle = try reader.readString()
        case "subtitleOverflow": state.subtitleOverflow = try reader.readString()
        case "accentColor": state.accentColor = try EventDecoder.color(&reader).value
        default: return false
        }
        return true
    }
}
