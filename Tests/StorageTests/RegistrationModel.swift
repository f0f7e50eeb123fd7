import TestSupport
import Testing

@testable import Storage

/// What a store's registrations should be, found by looking at all of them.
struct RegistrationModel {
    private static let subscribers = ["s", "t"]
    private static let devices = ["d", "e"]
    private static let conversionIds = [nil, "", "c"]

    private var rows: [RegistrationRow] = []
    private var changes = 0

    /// Does something at random both to the store and here.
    mutating func change(_ transaction: any StoreTransaction, _ random: inout SeededGenerator) throws {
        changes += 1
        switch random.next() % 8 {
        case 0: try remove(id: "r\(random.next() % 6)", transaction)
        case 1: try removeAll(of: random.next() % 2 == 0 ? "" : "c", transaction)
        case 2: try removeExpired(by: Double(random.next() % 8), limit: Int(random.next() % 3), transaction)
        case 3: if let last = rows.last { try put(last, transaction) }
        default: try put(randomRow(&random), transaction)
        }
    }

    private func randomRow(_ random: inout SeededGenerator) -> RegistrationRow {
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        // No two expire at the same time: which of them would go first is left to the store.
        let expires = Double(random.next() % 8) + Double(changes) / 1e6
        return RegistrationRow(
            id: "r\(random.next() % 6)", subscriberId: pick(Self.subscribers), deviceId: pick(Self.devices), kind: "k",
            conversionId: pick(Self.conversionIds), sender: "log", registeredAt: Double(random.next() % 3),
            expires: random.next() % 3 == 0 ? nil : expires)
    }

    private mutating func put(_ row: RegistrationRow, _ transaction: any StoreTransaction) throws {
        try transaction.put(row)
        rows.removeAll { $0.id == row.id || Self.haveSameKey($0, row) }
        rows.append(row)
    }

    private mutating func remove(id: String, _ transaction: any StoreTransaction) throws {
        try transaction.removeRegistration(id: id)
        rows.removeAll { $0.id == id }
    }

    private mutating func removeAll(of conversionId: String, _ transaction: any StoreTransaction) throws {
        try transaction.removeRegistrations(conversionId: conversionId)
        rows.removeAll { $0.conversionId == conversionId }
    }

    private mutating func removeExpired(by now: Double, limit: Int, _ transaction: any StoreTransaction) throws {
        let expired = rows.filter { $0.expires.map { $0 <= now } ?? false }
        let gone = expired.sorted { ($0.expires ?? 0) < ($1.expires ?? 0) }.prefix(limit)
        try #expect(transaction.removeExpiredRegistrations(by: now, limit: limit) == gone.count)
        rows.removeAll { gone.contains($0) }
    }

    /// Compares all that can be looked up.
    func expectToBe(in reading: any StoreReading, _ comment: Comment) throws {
        for subscriberId in Self.subscribers {
            let expected = sorted { $0.subscriberId == subscriberId }
            try #expect(reading.registrations(subscriberId: subscriberId) == expected, comment)
            let general = sorted { $0.subscriberId == subscriberId && $0.conversionId == nil }
            try #expect(reading.generalRegistrations(subscriberId: subscriberId) == general, comment)
            for deviceId in Self.devices { try expectKeys(subscriberId, deviceId, in: reading, comment) }
        }
        for conversionId in Self.conversionIds.compactMap({ $0 }) {
            let expected = sorted { $0.conversionId == conversionId }
            try #expect(reading.registrations(conversionId: conversionId) == expected, comment)
        }
    }

    private func expectKeys(
        _ subscriberId: String, _ deviceId: String, in reading: any StoreReading, _ comment: Comment
    ) throws {
        for conversionId in Self.conversionIds {
            let probe = RegistrationRow(
                id: "-", subscriberId: subscriberId, deviceId: deviceId, kind: "k", conversionId: conversionId,
                sender: "log", registeredAt: 0)
            let expected = rows.first { Self.haveSameKey($0, probe) }
            try #expect(reading.registration(sameKeyAs: probe) == expected, comment)
        }
    }

    private func sorted(_ isWanted: (RegistrationRow) -> Bool) -> [RegistrationRow] {
        rows.filter(isWanted).sorted { ($0.registeredAt, $0.id) < ($1.registeredAt, $1.id) }
    }

    private static func haveSameKey(_ left: RegistrationRow, _ right: RegistrationRow) -> Bool {
        left.subscriberId == right.subscriberId && left.deviceId == right.deviceId && left.kind == right.kind
            && left.conversionId == right.conversionId && left.sender == right.sender
    }
}
