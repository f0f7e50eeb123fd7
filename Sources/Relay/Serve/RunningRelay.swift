import ActivityResolver
import Dispatch
import Glibc
import HTTPServer
import Push
import Storage
import Telemetry

/// A relay at work: store, engine, senders and HTTP, from start to stop.
final class RunningRelay: Sendable {
    private let configuration: Configuration
    private let logger: Logger
    private let store: any Store
    private let pump: EnginePump
    private let api: RelayAPI
    private let server: HTTPServer
    private let manager: ServiceNotifier
    private let stopped = DispatchSemaphore(value: 0)
    /// Where it listens, with the real ports.
    let addresses: [ListenAddress]

    /// Starts it: what an earlier process left is taken up before the first request.
    ///
    /// `sockets`: those that were handed to the process; where there are any, they are used instead of `listen`.
    init(
        _ configuration: Configuration, _ logger: Logger, on sockets: [ActivatedSocket],
        telling manager: ServiceNotifier, now: @escaping @Sendable () -> Double = WallClock.now
    ) throws {
        self.manager = manager
        self.configuration = configuration
        self.logger = logger
        store = try Self.openStore(configuration.store)
        let pools = APNsPools(logger: logger, now: now)
        var senders: [String: any Sender] = [:]
        for (name, sender) in configuration.senders { senders[name] = sender.makeSender(name, pools, now: now) }
        let engine = Engine(
            store: store, rules: configuration.rules, settings: Self.engineSettings(configuration, senders))
        pump = EnginePump(engine: engine, senders: senders, logger: logger, now: now)
        api = RelayAPI(pump: pump, store: store, settings: Self.apiSettings(configuration, senders, logger, now))
        var limits = ServerLimits()
        limits.connections = configuration.limits.connections
        server = try HTTPServer(limits: limits, handler: api)
        try pump.start()
        addresses = try sockets.isEmpty ? Self.listen(server, configuration.listen) : Self.listen(server, sockets)
        if !sockets.isEmpty { logger.info("sockets were passed (LISTEN_FDS) and are used instead of \"listen\"") }
        if configuration.senders.values.contains(where: \.usesCurl) { Self.sayWhatCurlIs(logger) }
        for address in addresses { logger.info("listening", LogField("address", "\(address)")) }
        logger.info("ready", LogField("version", Version.text), LogField("store", configuration.store.url))
        tell(.ready)
    }

    /// Tells the service manager; where that fails, the relay goes on.
    private func tell(_ state: ServiceNotifier.State) {
        do throws(HTTPServerError) {
            try manager.tell(state)
        } catch {
            logger.warning("the service manager cannot be told (NOTIFY_SOCKET)", LogField("error", "\(error)"))
        }
    }

    private static func sayWhatCurlIs(_ logger: Logger) {
        logger.info("pushes go through libcurl", LogField("version", CurlLibrary.version))
        for lack in CurlLibrary.lacks { logger.warning("this libcurl lacks something", LogField("lack", lack)) }
    }

    private static func openStore(_ location: Configuration.StoreLocation) throws -> any Store {
        switch location {
        case .memory: try SQLiteStore()
        case .sqlite(let path): try SQLiteStore(path: path)
        }
    }

    private static func engineSettings(
        _ configuration: Configuration, _ senders: [String: any Sender]
    ) -> EngineSettings {
        var settings = EngineSettings()
        settings.defaultTarget = configuration.defaultSender.flatMap { name in
            senders[name].flatMap { $0.needsRegistration ? nil : EngineSettings.Target(name: name, kind: $0.kind) }
        }
        settings.senders = senders.mapValues(SenderTraits.init)
        settings.eventIds = configuration.limits.eventIds
        settings.retryMax = configuration.limits.retryMax
        settings.recordsHistory = configuration.limits.history > 0
        return settings
    }

    private static func apiSettings(
        _ configuration: Configuration, _ senders: [String: any Sender], _ logger: Logger,
        _ now: @escaping @Sendable () -> Double
    ) -> APISettings {
        var settings = APISettings(logger: logger, now: now)
        settings.access = AccessControl(configuration.tokens)
        settings.intake = IntakeReader(decoder: EventDecoder(reserved: configuration.reservedNames))
        settings.registrations = RegistrationDecoder(senders: senders.mapValues(SenderTraits.init))
        settings.rules = configuration.rules
        settings.history = configuration.limits.history
        settings.eventIds = configuration.limits.eventIds
        return settings
    }

    private static func listen(_ server: HTTPServer, _ addresses: [Configuration.Listen]) throws -> [ListenAddress] {
        try addresses.map { address in
            switch address {
            case .tcp(let host, let port): try server.listen(on: .tcp(host: host, port: port))
            case .unix(let path): try server.listen(on: .unix(path: path))
            }
        }
    }

    private static func listen(_ server: HTTPServer, _ sockets: [ActivatedSocket]) throws -> [ListenAddress] {
        for socket in sockets { try server.listen(on: socket) }
        return sockets.map(\.address)
    }

    // MARK: Stopping

    /// Returns when a signal has stopped it; a second signal ends the process at once.
    func waitUntilStopped(by signals: StopSignals) {
        signals.forEach { [self] number in signalled(number) }
        stopped.wait()
    }

    private let stopping = StopOnce()

    private func signalled(_ number: Int32) {
        if number == SIGHUP {
            logger.warning("SIGHUP: this version reads its configuration at the start only; restart to change it")
        } else if stopping.begin() {
            DispatchQueue.global().async { self.stop() }
        } else {
            _exit(1)
        }
    }

    /// Drains and stops: what is owed is stored, and sent after the next start.
    private func stop() {
        logger.info("stopping")
        tell(.stopping)
        let begin = DispatchTime.now()
        limitTheStop()
        api.beginStopping()
        let delay = configuration.limits.drainDelay
        let connections = DispatchGroup()
        connections.enter()
        server.drain(closeIdleAfter: .milliseconds(Int(delay * 1000))) { connections.leave() }
        if delay > 0 { usleep(UInt32(delay * 1e6)) }
        server.stopAccepting()
        // Requests whose head was read are answered.
        connections.wait()
        let spent = Double(DispatchTime.now().uptimeNanoseconds - begin.uptimeNanoseconds) / 1e9
        let patience = max(0, configuration.limits.stopTimeout + delay - spent - Self.timeToStore)
        pump.stop(within: patience)
        server.shutdown()
        store.close()
        logger.info("stopped")
        stopped.signal()
    }

    /// What of a stop's time is kept for storing what is owed, seconds.
    private static let timeToStore = 1.0

    private func limitTheStop() {
        let limit = configuration.limits.stopTimeout + configuration.limits.drainDelay
        // A thread that sleeps: Dispatch's timers may be late by a tenth of their time.
        DispatchQueue(label: "stop.limit").async { [logger] in
            var time = timespec(tv_sec: Int(limit), tv_nsec: Int(limit.truncatingRemainder(dividingBy: 1) * 1e9))
            nanosleep(&time, nil)
            logger.warning("the stop took too long; what is owed is sent after the next start")
            _exit(0)
        }
    }
}
