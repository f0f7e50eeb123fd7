import Push
import Telemetry

/// Makes what a relay goes by of its configuration.
struct RunningFactory: Sendable {
    let logger: Logger
    let pools: APNsPools
    /// Unix seconds.
    let now: @Sendable () -> Double

    init(_ logger: Logger, now: @escaping @Sendable () -> Double) {
        self.logger = logger
        self.now = now
        pools = APNsPools(logger: logger, now: now)
    }

    /// What a configuration comes to; senders whose settings did not change are those of before, others are yet to begin.
    func make(_ configuration: Configuration, after before: RunningConfiguration? = nil) -> RunningConfiguration {
        var senders: [String: RunningSender] = [:]
        for (name, wanted) in configuration.senders {
            if let known = before?.senders[name], known.configuration == wanted {
                senders[name] = known
            } else {
                senders[name] = RunningSender(name, wanted, wanted.makeSender(name, pools, now: now))
            }
        }
        let traits = senders.mapValues { SenderTraits($0.sender) }
        return RunningConfiguration(
            configuration: configuration, senders: senders, engine: engineSettings(configuration, senders, traits),
            api: apiSettings(configuration, traits))
    }

    private func engineSettings(
        _ configuration: Configuration, _ senders: [String: RunningSender], _ traits: [String: SenderTraits]
    ) -> EngineSettings {
        var settings = EngineSettings()
        settings.defaultTarget = configuration.defaultSender.flatMap { name in
            senders[name].flatMap { sender in
                sender.sender.needsRegistration
                    ? nil : EngineSettings.Target(name: name, kind: sender.sender.kind)
            }
        }
        settings.senders = traits
        settings.eventIds = configuration.limits.eventIds
        settings.retryMax = configuration.limits.retryMax
        settings.recordsHistory = configuration.limits.history > 0
        return settings
    }

    private func apiSettings(_ configuration: Configuration, _ traits: [String: SenderTraits]) -> APISettings {
        var settings = APISettings(logger: logger, now: now)
        settings.access = AccessControl(configuration)
        settings.proxies = configuration.proxies
        settings.intake = IntakeReader(decoder: EventDecoder(reserved: configuration.reservedNames))
        settings.registrations = RegistrationDecoder(senders: traits)
        settings.rules = configuration.rules
        settings.history = configuration.limits.history
        settings.eventIds = configuration.limits.eventIds
        settings.senders = configuration.senders.mapValues(\.usesCurl)
        settings.connections = configuration.limits.connections
        return settings
    }
}
