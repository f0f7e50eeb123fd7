import JSON

/// One object of the configuration: what the environment says of a key goes before what the file says.
struct ConfigurationSection {
    let source: ConfigurationSource
    /// The path of keys to it.
    let path: [String]
    private let members: [JSONMember]
    /// Whether it is an object, or not there.
    let isObject: Bool
    private var known: [String] = []

    /// `otherwise`: what is said of a value that is no object.
    init(
        _ source: ConfigurationSource, path: [String], _ value: JSONValue?,
        otherwise: String = "this must be an object"
    ) {
        self.source = source
        self.path = path
        switch value {
        case .object(let members)?:
            self.members = members
            isObject = true
        case nil:
            members = []
            isObject = true
        default:
            members = []
            isObject = false
            source.fault(source.place(path), otherwise)
        }
    }

    /// The JSON Pointer to a key of it.
    func pointer(_ key: String? = nil) -> String { source.place(path + (key.map { [$0] } ?? [])) }

    static func pointer(_ path: [String]) -> String {
        path.map { "/" + JSONText.pointerToken($0) }.joined()
    }

    /// Notes a fault of all of it.
    func fault(_ message: String) { source.fault(pointer(), message) }

    func fault(_ key: String, _ message: String) { source.fault(pointer(key), message) }

    /// The value of a key; a variable stands for a text as it is, and for anything else as JSON.
    mutating func value(_ key: String, isText: Bool = false) -> JSONValue? {
        known.append(key)
        let name = ConfigurationSource.variable(path + [key])
        if let text = source.variable(name) {
            if isText { return .string(text) }
            do {
                return try Self.parse(text)
            } catch {
                // Without the value's words: it may be a secret in the wrong place.
                source.fault(name, "the value is no JSON (byte \(error.byte)); a value that is no text stands as JSON")
                return nil
            }
        }
        return members.first { $0.name == key }?.value
    }

    static func parse(_ text: String) throws(JSONError) -> JSONValue {
        var reader = JSONReader(Array(text.utf8), limits: JSONLimits(textBytes: 64 * 1024))
        let value = try reader.readValue()
        try reader.finish()
        return value
    }

    /// The names in an object; nil where the text is none.
    static func names(ofObject text: String) -> [String]? {
        guard case .object(let members)? = try? parse(text) else { return nil }
        return members.map(\.name)
    }

    /// Says which keys are not known; call it when all were asked for.
    func finish() {
        for member in members where !known.contains(member.name) {
            let hint = NearestName.of(member.name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
            source.fault(pointer(member.name), "unknown key \"\(LogText.shortened(member.name))\"\(hint)")
        }
    }
}
