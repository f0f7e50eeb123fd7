/// One thing that is wrong with a configuration.
struct ConfigurationFault: Equatable, CustomStringConvertible {
    /// Where: a JSON Pointer into the file, or the name of an environment variable or option.
    var place: String
    /// What, in plain words.
    var message: String

    var description: String { place.isEmpty ? message : "\(place): \(message)" }
}

/// All that is wrong with a configuration.
struct ConfigurationFaults: Error, CustomStringConvertible {
    var faults: [ConfigurationFault]

    var description: String { faults.map(\.description).joined(separator: "\n") }
}
