/// A push as it comes in: the fields that APNs looks at, and the body. Its room is kept for the next one.
struct PushRequest: Sendable {
    /// The largest body that APNs takes, bytes.
    static let largestBody = 4096
    /// The longest list of fields, bytes: what APNs announces as SETTINGS_MAX_HEADER_LIST_SIZE.
    static let largestHead = 8000

    /// The values of the fields, one after the other.
    private var text: [UInt8] = []
    /// Where each field's value stands in it.
    private var places = [Range<Int>?](repeating: nil, count: PushField.allCases.count)
    /// How many bytes of fields there were, those that nobody looks at among them.
    private var headBytes = 0
    /// Whether a field that APNs looks at came twice.
    private(set) var hasDuplicates = false
    /// The body, as far as it is not too large.
    private(set) var body: [UInt8] = []
    /// How long the whole body is, bytes.
    private(set) var bodyBytes = 0

    /// A request without fields.
    init() {}

    /// Whether its fields are longer than APNs says that it takes.
    var isHeadTooLarge: Bool { headBytes > Self.largestHead }

    /// Forgets everything and keeps the room.
    mutating func removeAll() {
        text.removeAll(keepingCapacity: true)
        for index in places.indices { places[index] = nil }
        headBytes = 0
        hasDuplicates = false
        body.removeAll(keepingCapacity: true)
        bodyBytes = 0
    }

    /// Takes a field in.
    mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        // What each field counts, by RFC 9113, section 6.5.2.
        headBytes += name.count + value.count + 32
        guard !isHeadTooLarge, let field = PushField(name) else { return }
        guard places[field.rawValue] == nil else {
            hasDuplicates = true
            return
        }
        places[field.rawValue] = text.count..<text.count + value.count
        text.append(contentsOf: value)
    }

    /// Takes a piece of the body in.
    mutating func addBody(_ piece: UnsafeBufferPointer<UInt8>) {
        bodyBytes += piece.count
        if bodyBytes <= Self.largestBody { body.append(contentsOf: piece) }
    }

    /// Whether the field is there.
    func has(_ field: PushField) -> Bool { places[field.rawValue] != nil }

    /// The bytes of a field's value; nil where it is not there.
    subscript(field: PushField) -> ArraySlice<UInt8>? {
        places[field.rawValue].map { text[$0] }
    }

    /// A field's value as text; nil where it is not there.
    func text(_ field: PushField) -> String? {
        self[field].map { String(decoding: $0, as: UTF8.self) }
    }

    /// The fields that are shown to a person: all but the provider token, which is a secret, and the path.
    var shownFields: [(name: String, value: String)] {
        PushField.allCases.compactMap { field in
            guard ![.authorization, .method, .path].contains(field), let value = text(field) else { return nil }
            return (String(describing: field.name), value)
        }
    }
}
