/// Metrics in the text format of Prometheus, version 0.0.4.
///
/// https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
public struct MetricText: Sendable {
    /// What a metric counts.
    public enum Kind: String, Sendable {
        /// What only rises.
        case counter
        /// What rises and falls.
        case gauge
        /// How values spread over buckets.
        case histogram
    }

    /// A label's name and value. Names are trusted; values may hold anything.
    public typealias Label = (name: String, value: String)

    /// The Content-Type of the format.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text so far.
    public private(set) var bytes: [UInt8] = []
    private var name = ""

    /// An empty text.
    public init() {}

    /// Begins a metric; its samples follow. `name` is trusted, `help` may hold anything.
    public mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        write("# HELP \(name) ")
        writeEscaped(help, quotes: false)
        write("\n# TYPE \(name) \(kind.rawValue)\n")
    }

    /// A sample of the metric.
    public mutating func sample(_ value: Double, _ labels: Label...) {
        sample("", labels, Self.text(value))
    }

    /// A sample of the metric that is a whole number.
    public mutating func sample(_ value: some BinaryInteger, _ labels: Label...) {
        sample("", labels, String(value))
    }

    /// The samples of a histogram.
    public mutating func sample(_ snapshot: Histogram.Snapshot, _ labels: Label...) {
        var count: UInt64 = 0
        for (bound, more) in zip(snapshot.bounds + [.infinity], snapshot.counts) {
            count += more
            sample("_bucket", labels + [("le", Self.text(bound))], String(count))
        }
        sample("_sum", labels, Self.text(snapshot.sum))
        sample("_count", labels, String(count))
    }

    private mutating func sample(_ suffix: String, _ labels: [Label], _ value: String) {
        write(name + suffix)
        for (index, label) in labels.enumerated() {
            write("\(index == 0 ? "{" : ",")\(label.name)=\"")
            writeEscaped(label.value, quotes: true)
            write("\"")
        }
        write("\(labels.isEmpty ? "" : "}") \(value)\n")
    }

    private mutating func write(_ text: String) {
        bytes += Array(text.utf8)
    }

    private mutating func writeEscaped(_ text: String, quotes: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): write("\\\\")
            case UInt8(ascii: "\n"): write("\\n")
            case UInt8(ascii: "\"") where quotes: write("\\\"")
            default: bytes.append(byte)
            }
        }
    }

    private static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int64(exactly: value) { return String(whole) }
        return value.description
    }
}
