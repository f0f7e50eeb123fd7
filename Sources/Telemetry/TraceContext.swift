/// Where a request belongs in a trace of its caller's: W3C Trace Context.
///
/// https://www.w3.org/TR/trace-context/
public struct TraceContext: Equatable, Sendable {
    /// The trace, 32 hexadecimal digits.
    public let traceId: String
    /// The caller's flags, 2 hexadecimal digits.
    public let flags: String
    /// What tracing systems have to say to one another; nil where they say nothing, or nothing that is valid.
    public let state: String?

    /// Reads the fields of a request; nil where `traceparent` is not valid. A `tracestate` that is not is left aside.
    public init?(traceparent: String, tracestate: String? = nil) {
        let bytes = Array(traceparent.utf8)
        guard bytes.count >= Self.length, bytes.count == Self.length || bytes[Self.length] == Self.dash,
            [2, 35, 52].allSatisfy({ bytes[$0] == Self.dash }),
            Self.areDigits(bytes[0..<2]), Self.areDigits(bytes[3..<35]), Self.areDigits(bytes[36..<52]),
            Self.areDigits(bytes[53..<55]), !Self.areZeros(bytes[3..<35]), !Self.areZeros(bytes[36..<52])
        else { return nil }
        let version = String(decoding: bytes[0..<2], as: UTF8.self)
        // Later versions begin as this one does, and may go on; ff is none.
        guard version != "ff", version != "00" || bytes.count == Self.length else { return nil }
        traceId = String(decoding: bytes[3..<35], as: UTF8.self)
        flags = String(decoding: bytes[53..<55], as: UTF8.self)
        state = tracestate.flatMap(TraceState.valid)
    }

    /// The field `traceparent` of a request that this one leads to; `id`: at least 16 hexadecimal digits that stand for
    /// that request alone, the first 16 are used.
    public func parent(of id: String) -> String {
        "00-\(traceId)-\(id.prefix(16))-\(flags)"
    }

    private static let length = 55
    private static let dash = UInt8(ascii: "-")

    private static func areDigits(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private static func areZeros(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
