public import JSON

extension JSONValue {
    /// What a JSON Pointer (RFC 6901) leads to; nil where it leads nowhere.
    public func at(_ pointer: String) -> JSONValue? {
        var value: JSONValue? = self
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            switch value {
            case .array(let elements)?:
                let index = Int(part) ?? -1
                value = elements.indices.contains(index) ? elements[index] : nil
            default: value = value?[String(part)]
            }
        }
        return value
    }

    /// The text that a JSON Pointer leads to.
    public func text(_ pointer: String) -> String? { at(pointer)?.stringValue }

    /// The number that a JSON Pointer leads to.
    public func number(_ pointer: String) -> Double? { at(pointer)?.doubleValue }

    /// The JSON of a text; null where it is none.
    public init(_ text: String) {
        var reader = JSONReader(Array(text.utf8), limits: JSONLimits(textBytes: 1 << 22))
        self = (try? reader.readValue()) ?? .null
    }
}
