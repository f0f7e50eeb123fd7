import Telemetry

/// How many registrations and eventIds there are: counted once as the store is opened, and kept up with each change.
///
/// The figures of committed transactions may be read from any thread; all else is the writing connection's.
final class SQLiteHoldings: Sendable {
    private let registrations = Gauge()
    private let eventIds = Gauge()

    /// What a transaction changes.
    struct Changes {
        var registrations = 0
        var eventIds = 0
    }

    init(_ connection: SQLiteConnection) throws(StoreError) {
        registrations.set(try connection.integer("SELECT count(*) FROM registrations") ?? 0)
        eventIds.set(try connection.integer("SELECT count(*) FROM seen") ?? 0)
    }

    /// As of the last commit.
    var current: StoreHoldings {
        StoreHoldings(registrations: Int(registrations.value), eventIds: Int(eventIds.value))
    }

    /// Takes in what a transaction that is committed has changed.
    func add(_ changes: Changes) {
        if changes.registrations != 0 { registrations.add(Int64(changes.registrations)) }
        if changes.eventIds != 0 { eventIds.add(Int64(changes.eventIds)) }
    }
}
