import ActivityResolver
import Dispatch
import Glibc
import HTTPServer
import Push
import Storage
import Synchronization
import Telemetry

/// A relay at work: store, engine, senders and HTTP, from start to stop.
final class RunningRelay: Sendable {
    private let running: Mutex<RunningConfiguration>
    private let factory: RunningFactory
    private let reload: Reload
    private let reloads = DispatchQueue(label: "reloads")
    private let log: LogOutput
    private let logger: Logger
    private let store: any Store
    private let pump: EnginePump
    private let api: RelayAPI
    private let server: HTTPServer
    private let sockets: [ActivatedSocket]
    private let manager: ServiceNotifier
    private let stopped = DispatchSemaphore(value: 0)
    /// Where it listens, with the real ports.
    let addresses: [ListenAddress]

    /// Reads the configuration anew; gives it with what is worth saying but no fault.
    typealias Reload = @Sendable () throws -> (configuration: Configuration, notes: [ConfigurationFault])

    /// Starts it: what an earlier process left is taken up before the first request. `reload` is for SIGHUP.
    ///
    /// `sockets`: those that were handed to the process; where there are any, they are used instead of `listen`.
    init(
        _ configuration: Configuration, _ log: LogOutput, on sockets: [ActivatedSocket],
        telling manager: ServiceNotifier, reload: @escaping Reload,
        now: @escaping @Sendable () -> Double = WallClock.now
    ) throws {
        self.log = log
        self.sockets = sockets
        self.manager = manager
        self.reload = reload
        logger = log.logger
        store = try Self.openStore(configuration.store)
        factory = RunningFactory(logger, now: now)
        let first = factory.make(configuration)
        running = Mutex(first)
        let engine = Engine(store: store, rules: configuration.rules, settings: first.engine)
        let metrics = RelayMetrics()
        pump = EnginePump(engine: engine, senders: first.senders, metrics: metrics, logger: logger, now: now)
        api = RelayAPI(pump: pump, store: store, pools: factory.pools, metrics: metrics, settings: first.api)
        var limits = ServerLimits()
        limits.connections = configuration.limits.connections
        server = try HTTPServer(limits: limits, counters: metrics.server, handler: api)
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

    // MARK: Reloading

    /// Reads the configuration anew and goes by it; one that is not right changes nothing.
    private func reloadConfiguration() {
        guard !isClosed.load(ordering: .relaxed) else { return }
        // Dispatch counts it by CLOCK_MONOTONIC.
        tell(.reloading(since: DispatchTime.now().uptimeNanoseconds / 1000))
        defer { tell(.ready) }
        do {
            let (configuration, notes) = try reload()
            for note in notes { logger.warning("configuration: \(note.message)", LogField("place", note.place)) }
            try adopt(configuration)
        } catch let error as ConfigurationFaults {
            for fault in error.faults {
                logger.error("configuration: \(fault.message)", LogField("place", fault.place))
            }
            logger.error("the configuration was not reloaded; the one of before stays")
        } catch {
            logger.error("the configuration was not reloaded; the one of before stays", LogField("error", "\(error)"))
        }
    }

    private func adopt(_ wanted: Configuration) throws {
        let before = running.withLock { $0 }
        var configuration = wanted
        let kept = configuration.keepWhatNeedsRestart(of: before.configuration)
        // Where it listens stays, whatever the file says: that is what must not be open to all.
        try configuration.checkExposure(on: sockets)
        let next = factory.make(configuration, after: before)
        let begun = next.senders.values.filter { before.senders[$0.name] !== $0 }
        try pump.begin(begun)
        pump.adopt(configuration.rules, next.engine, next.senders) { api.adopt(next.api) }
        running.withLock { $0 = next }
        log.adopt(configuration.log)
        for name in kept { logger.warning("a change of this setting needs a restart", LogField("setting", name)) }
        let changes = configuration.changes(from: before.configuration)
        let started = begun.map(\.name).sorted().joined(separator: ",")
        let ended = before.senders.keys.filter { next.senders[$0] == nil }.sorted().joined(separator: ",")
        logger.info(
            "the configuration was reloaded",
            LogField("changed", changes.isEmpty ? "nothing" : changes.joined(separator: ",")),
            LogField("sendersStarted", started), LogField("sendersEnded", ended))
    }

    // MARK: Stopping

    /// Returns when a signal has stopped it; a second signal ends the process at once.
    func waitUntilStopped(by signals: StopSignals) {
        signals.forEach { [self] number in signalled(number) }
        stopped.wait()
    }

    private let stopping = StopOnce()
    // No configuration is taken any more.
    private let isClosed = Atomic(false)

    private func signalled(_ number: Int32) {
        if number == SIGHUP {
            reloads.async { self.reloadConfiguration() }
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
        let limits = running.withLock { $0.configuration.limits }
        let timeToGo = min(Self.timeToGo, limits.stopTimeout * Self.mostShareToGo)
        limitTheStop(limits.drainDelay + limits.stopTimeout - timeToGo)
        api.beginStopping()
        let delay = limits.drainDelay
        let connections = DispatchGroup()
        connections.enter()
        server.drain(closeIdleAfter: .milliseconds(Int(delay * 1000))) { connections.leave() }
        if delay > 0 { usleep(UInt32(delay * 1e6)) }
        server.stopAccepting()
        // A reload that has begun comes to its end first.
        reloads.sync { isClosed.store(true, ordering: .relaxed) }
        // Requests whose head was read are answered.
        connections.wait()
        let patience = max(0, limits.stopTimeout + delay - begin.secondsSince - Self.timeToStore - timeToGo)
        pump.stop(within: patience)
        server.shutdown()
        store.close()
        logger.info("stopped")
        stopped.signal()
    }

    /// What of a stop's time is kept for storing what is owed, seconds.
    private static let timeToStore = 1.0

    /// What of a stop's time is kept for the process to be gone, seconds, and the largest share of that time.
    private static let timeToGo = 0.25
    private static let mostShareToGo = 0.1

    private func limitTheStop(_ limit: Double) {
        // A thread that sleeps: Dispatch's timers may be late by a tenth of their time.
        DispatchQueue(label: "stop.limit").async { [logger] in
            var time = timespec(tv_sec: Int(limit), tv_nsec: Int(limit.truncatingRemainder(dividingBy: 1) * 1e9))
            nanosleep(&time, nil)
            logger.warning("the stop took too long; what is owed is sent after the next start")
            _exit(0)
        }
    }
}
