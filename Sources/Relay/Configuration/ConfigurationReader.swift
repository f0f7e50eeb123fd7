import ActivityResolver
import JSON
import Telemetry

/// Reads a configuration from a file's text and the environment, and checks all of it.
struct ConfigurationReader {
    let source: ConfigurationSource

    /// The configuration; what is worth saying but no fault is then in the source's notes.
    ///
    /// Throws all that is wrong with it at once.
    func read(_ text: String?) throws(ConfigurationFaults) -> Configuration {
        var root = ConfigurationSection(source, path: [], try parse(text))
        var configuration = Configuration()
        readListen(&root, &configuration)
        readStore(&root, &configuration)
        readAuth(&root, &configuration)
        configuration.mapping = readMapping(&root, before: configuration.mapping)
        readSenders(&root, &configuration)
        readRules(&root, &configuration)
        readLog(&root, &configuration)
        readLimits(&root, &configuration)
        root.finish()
        source.noteUnknownVariables()
        if !source.faults.isEmpty { throw ConfigurationFaults(faults: source.faults) }
        return configuration
    }

    private func parse(_ text: String?) throws(ConfigurationFaults) -> JSONValue? {
        guard let text else { return nil }
        do {
            return try ConfigurationSection.parse(text)
        } catch {
            let line = text.utf8.prefix(error.byte).count { $0 == UInt8(ascii: "\n") } + 1
            throw ConfigurationFaults(faults: [
                ConfigurationFault(place: error.pointer, message: "\(error.message) (line \(line))")
            ])
        }
    }

    // MARK: Listen and store

    private func readListen(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        switch root.value("listen") {
        case .array(let elements)?:
            var all: [Configuration.Listen] = []
            for (index, value) in elements.enumerated() {
                guard let address = readAddress(["listen", String(index)], value, &configuration.proxies) else {
                    continue
                }
                if let before = all.firstIndex(of: address), address.isOfOne {
                    source.fault(
                        source.place(["listen", String(index)]), "this is the address of /listen/\(before) again")
                }
                all.append(address)
            }
            if elements.isEmpty { root.fault("listen", "this must be at least one address") }
            configuration.listen = all
        case let value:
            if let address = readAddress(["listen"], value, &configuration.proxies) { configuration.listen = [address] }
        }
    }

    private func readAddress(
        _ path: [String], _ value: JSONValue?, _ proxies: inout TrustedProxies
    ) -> Configuration.Listen? {
        var section = ConfigurationSection(
            source, path: path, value,
            otherwise: #"this must be an object: {"host":"127.0.0.1","port":8080} or {"unix":"PATH"}"#)
        defer { section.finish() }
        readProxies(&section, &proxies)
        if let unix = section.text("unix", nil) {
            guard !unix.isEmpty, unix.utf8.count <= 100 else {
                section.fault("unix", "a socket's path has 1 to 100 bytes")
                return nil
            }
            return .unix(path: unix)
        }
        let host = section.text("host", "127.0.0.1") ?? "127.0.0.1"
        return .tcp(host: host, port: section.integer("port", 8080, 0...65_535))
    }

    private func readProxies(_ section: inout ConfigurationSection, _ proxies: inout TrustedProxies) {
        for text in section.texts("trustedProxies") where !proxies.trust(text) {
            section.fault(
                "trustedProxies",
                "\"\(LogText.shortened(text))\" is no address, no range such as 10.0.0.0/8, and not \"unix\"")
        }
    }

    private func readStore(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        var section = root.section("store")
        defer { section.finish() }
        guard let url = section.text("url", "sqlite:data/relay.db") else { return }
        do {
            configuration.store = try Self.storeLocation(url)
        } catch {
            section.fault("url", error.message)
        }
    }

    /// The place that a store's URL names.
    static func storeLocation(_ url: String) throws(UsageError) -> Configuration.StoreLocation {
        if url.hasPrefix("postgres:") || url.hasPrefix("postgresql:") {
            throw UsageError("PostgreSQL is not supported by this version; use sqlite:PATH")
        }
        guard url.hasPrefix("sqlite:") else { throw UsageError("a store is sqlite:PATH or sqlite::memory:") }
        let path = String(url.dropFirst("sqlite:".count))
        if path == ":memory:" { return .memory }
        guard !path.isEmpty else { throw UsageError("sqlite: needs a path behind it") }
        return .sqlite(path: path)
    }

    // MARK: Log and limits

    private func readLog(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        var section = root.section("log")
        if let text = section.text("level", nil) {
            if let level = LogLevel(text) {
                configuration.log.level = level
            } else {
                section.fault("level", "this must be debug, info, warning or error")
            }
        }
        configuration.log.format = section.word("format", configuration.log.format)
        section.finish()
    }

    private func readLimits(_ root: inout ConfigurationSection, _ configuration: inout Configuration) {
        var section = root.section("limits")
        var limits = configuration.limits
        limits.history = section.integer("history", limits.history, 0...100_000)
        limits.eventIds = section.integer("eventIds", limits.eventIds, 0...1_000_000)
        limits.connections = section.integer("connections", limits.connections, 1...1_000_000)
        limits.stopTimeout = section.number("stopTimeout", limits.stopTimeout, 0...3600)
        limits.drainDelay = section.number("drainDelay", limits.drainDelay, 0...3600)
        limits.retryMax = section.number("retryMax", limits.retryMax, 1...86_400)
        configuration.limits = limits
        section.finish()
    }
}
