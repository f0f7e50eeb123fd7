/// The registrations of an `InMemoryStore` and all that they are found by.
struct RegistrationIndex {
    private var rows: [String: RegistrationRow] = [:]
    private var ids: [RegistrationKey: String] = [:]
    private var subscribers: [String: Set<String>] = [:]
    // Those of no activity.
    private var general: [String: Set<String>] = [:]
    private var activities: [String: Set<String>] = [:]
    private var expiryOrder = DueOrder<String>()

    /// How many there are.
    var count: Int { rows.count }

    /// The registration of that id.
    subscript(id: String) -> RegistrationRow? { rows[id] }

    /// The one with the same key, whatever its id.
    func registration(sameKeyAs registration: RegistrationRow) -> RegistrationRow? {
        ids[RegistrationKey(registration)].flatMap { rows[$0] }
    }

    /// The subscriber's, by `registeredAt`, then id.
    func registrations(subscriberId: String) -> [RegistrationRow] {
        sorted(subscribers[subscriberId])
    }

    /// The subscriber's that have no conversionId, by `registeredAt`, then id.
    func generalRegistrations(subscriberId: String) -> [RegistrationRow] {
        sorted(general[subscriberId])
    }

    /// The activity's, by `registeredAt`, then id.
    func registrations(conversionId: String) -> [RegistrationRow] {
        sorted(activities[conversionId])
    }

    private func sorted(_ ids: Set<String>?) -> [RegistrationRow] {
        guard let ids else { return [] }
        return ids.compactMap { rows[$0] }.sorted { ($0.registeredAt, $0.id) < ($1.registeredAt, $1.id) }
    }

    /// The ids of the earliest expired by `now` (Unix seconds), at most `limit`.
    mutating func expired(by now: Double, limit: Int) -> [String] {
        expiryOrder.keys(by: now, limit: limit)
    }

    /// Makes `registration` the one of that id, nil for none. No other may have its key.
    mutating func set(_ registration: RegistrationRow?, id: String) {
        if let before = rows[id] { removeFromGroups(before) }
        rows[id] = registration
        if let registration { insertIntoGroups(registration) }
        expiryOrder.set(registration?.expires, of: id)
    }

    private mutating func insertIntoGroups(_ row: RegistrationRow) {
        ids[RegistrationKey(row)] = row.id
        subscribers[row.subscriberId, default: []].insert(row.id)
        if let conversionId = row.conversionId {
            activities[conversionId, default: []].insert(row.id)
        } else {
            general[row.subscriberId, default: []].insert(row.id)
        }
    }

    private mutating func removeFromGroups(_ row: RegistrationRow) {
        ids[RegistrationKey(row)] = nil
        Self.remove(row.id, from: &subscribers, at: row.subscriberId)
        if let conversionId = row.conversionId {
            Self.remove(row.id, from: &activities, at: conversionId)
        } else {
            Self.remove(row.id, from: &general, at: row.subscriberId)
        }
    }

    private static func remove(_ id: String, from groups: inout [String: Set<String>], at name: String) {
        groups[name]?.remove(id)
        if groups[name]?.isEmpty == true { groups[name] = nil }
    }
}
