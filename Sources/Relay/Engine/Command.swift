import ActivityResolver
import Push

/// What the engine is asked to do; one request is one command and is never split.
enum Command {
    /// Takes events in, those that could be read and those that could not.
    case events([IntakeItem])
    /// Ends an activity now, as an event of that type would.
    case end(conversionId: String, EventType)
    /// Ends an activity and forgets it.
    case delete(conversionId: String)
    /// Registers a place to push to.
    case register(RegistrationRequest)
    /// Forgets a registration; with a subscriberId only if it is that subscriber's.
    case unregister(id: String, subscriberId: String? = nil)
    /// Learns what became of pushes.
    case outcomes([PushResult])

    /// How much of a batch it takes.
    var weight: Int {
        switch self {
        case .events(let items): items.count
        case .end, .delete, .register, .unregister: 1
        case .outcomes(let results): results.count
        }
    }
}
