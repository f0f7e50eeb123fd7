/// Reads the configuration of a command: the file that `--config` names, if any, and the environment.
struct ConfigurationLoader {
    let environment: [String: String]

    /// The configuration, with what is worth saying but no fault.
    func load(_ path: String?) throws -> (configuration: Configuration, notes: [ConfigurationFault]) {
        let source = ConfigurationSource(environment: environment) { path in
            (try? Descriptor.contents(of: path)).flatMap { String(validating: $0, as: UTF8.self) }
        }
        var text: String?
        if let path {
            let bytes = try Descriptor.contents(of: path)
            guard let read = String(validating: bytes, as: UTF8.self) else {
                throw ProgramFailure("\(path) is not in UTF-8")
            }
            text = read
        }
        do {
            return (try ConfigurationReader(source: source).read(text), source.notes)
        } catch {
            guard let path else { throw error }
            throw ConfigurationFaults(faults: error.faults.map { Self.placed($0, in: path) })
        }
    }

    /// A fault of the file is said with the file's name; one of the environment has its place already.
    private static func placed(_ fault: ConfigurationFault, in path: String) -> ConfigurationFault {
        if fault.place.hasPrefix("RELAY_") { return fault }
        let place = fault.place.isEmpty ? path : "\(path) \(fault.place)"
        return ConfigurationFault(place: place, message: fault.message)
    }
}
