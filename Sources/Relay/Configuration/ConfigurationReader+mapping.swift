import JSON
import Push

extension ConfigurationReader {
    /// How the content state is named and dated: the `contentState` of a section, before what `common` says.
    func readMapping(_ parent: inout ConfigurationSection, before common: ContentStateMapping) -> ContentStateMapping {
        var section = parent.section("contentState")
        defer { section.finish() }
        var mapping = common
        for (name, path, value) in section.map("keys") ?? [] {
            guard let field = ContentStateField(rawValue: name), case .string(let key) = value, !key.isEmpty else {
                let hint = NearestName.of(name, among: Self.fieldNames).map { "; did you mean \"\($0)\"?" } ?? ""
                source.fault(source.place(path), "this names a field of the content state\(hint)")
                continue
            }
            mapping.keys[field] = key
        }
        mapping.dates = section.word("dates", common.dates)
        if section.value("omit") != nil { mapping.omit = readOmitted(&section) }
        refuseTwins(mapping, section)
        return mapping
    }

    private static let fieldNames = ContentStateField.allCases.map(\.rawValue)

    private func readOmitted(_ section: inout ConfigurationSection) -> Set<ContentStateField> {
        var omitted: Set<ContentStateField> = []
        for name in section.texts("omit") {
            if let field = ContentStateField(rawValue: name) {
                omitted.insert(field)
            } else {
                section.fault("omit", "\"\(LogText.shortened(name))\" is no field of the content state")
            }
        }
        return omitted
    }

    /// Two fields of one name would hide each other.
    private func refuseTwins(_ mapping: ContentStateMapping, _ section: ConfigurationSection) {
        var fields: [String: ContentStateField] = [:]
        for field in ContentStateField.allCases {
            guard let name = mapping.name(of: field) else { continue }
            if let other = fields[name] {
                section.fault("keys", "\(other.rawValue) and \(field.rawValue) would have the same name \"\(name)\"")
            }
            fields[name] = field
        }
    }
}
