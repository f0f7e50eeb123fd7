import JSON
import Telemetry

/// A line of a recording: `{"at": t, "event": {…}}`.
struct RecordedLine {
    /// When the event came, Unix seconds.
    var at: Double
    /// The event, read or refused.
    var item: IntakeItem

    private static let table = JSONKeyTable(["at", "event"])

    /// Reads the line in `range` of `bytes`.
    init(_ bytes: [UInt8], range: Range<Int>, _ intake: IntakeReader) throws(JSONError) {
        var reader = JSONReader(bytes, range: range, limits: JSONLimits(textBytes: bytes.count))
        self = try Self.read(&reader, bytes, intake)
        try reader.finish()
    }

    /// Reads the object that comes next.
    static func read(
        _ reader: inout JSONReader, _ bytes: [UInt8], _ intake: IntakeReader
    ) throws(JSONError) -> RecordedLine {
        var at: Double?
        var event: Range<Int>?
        var seen: UInt64 = 0
        try reader.beginObject()
        while let index = try reader.nextKey(table, seen: &seen) {
            if index == 0 {
                at = try EventDecoder.instant(&reader)
            } else {
                event = try reader.readText()
            }
        }
        guard let at else { throw reader.faultInContainer("\"at\" is missing") }
        guard let event else { throw reader.faultInContainer("\"event\" is missing") }
        return RecordedLine(at: at, item: intake.item(in: bytes, range: event))
    }

    private init(at: Double, item: IntakeItem) {
        self.at = at
        self.item = item
    }
}
