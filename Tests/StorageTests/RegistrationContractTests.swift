import TestSupport
import Testing

@testable import Storage

/// What every store does with registrations, whatever is beneath.
@Suite struct RegistrationContractTests {
    private func row(
        _ id: String, _ subscriberId: String = "s", device: String = "d", kind: String = "update",
        conversionId: String? = nil, sender: String = "apns", at: Double = 1, expires: Double? = nil
    ) -> RegistrationRow {
        RegistrationRow(
            id: id, subscriberId: subscriberId, deviceId: device, kind: kind, conversionId: conversionId,
            sender: sender, body: Array(id.utf8), registeredAt: at, expires: expires)
    }

    private func put(_ rows: [RegistrationRow], in store: any Store) throws {
        try store.transaction { transaction in
            for row in rows { try transaction.put(row) }
        }
    }

    private func ids(_ rows: [RegistrationRow]) -> [String] {
        rows.map(\.id)
    }

    private func ids(of conversionId: String, in store: any Store) throws -> [String] {
        try ids(store.read { try $0.registrations(conversionId: conversionId) })
    }

    // MARK: Keys

    @Test("one registration a key and one an id, the later in place of the earlier", arguments: StoreKind.allCases)
    func registrations(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let base = RegistrationRow(
                id: "r1", subscriberId: "s", deviceId: "d", kind: "update", conversionId: nil, sender: "apns",
                body: [1, 2], registeredAt: 10, expires: 20)
            func put(_ id: String, at: Double, _ change: (inout RegistrationRow) -> Void = { _ in }) throws {
                var row = base
                row.id = id
                row.registeredAt = at
                change(&row)
                try store.transaction { try $0.put(row) }
            }
            func found(_ subscriberId: String = "s") throws -> [String] {
                try store.read { try $0.registrations(subscriberId: subscriberId) }.map(\.id)
            }
            try put("r1", at: 10)
            try #expect(store.read { try $0.registration(id: "r1") } == base)
            try put("r3", at: 9) { $0.deviceId = "d2" }
            try put("r4", at: 10) { $0.kind = "start" }
            try put("r5", at: 10) { $0.conversionId = "c" }
            try put("r6", at: 10) { $0.conversionId = "" }
            try put("r7", at: 10) { $0.sender = "fcm" }
            try #expect(found() == ["r3", "r1", "r4", "r5", "r6", "r7"])
            try put("r8", at: 11)
            try put("r9", at: 12) {
                $0.conversionId = "c"; $0.body = []
            }
            try #expect(found() == ["r3", "r4", "r6", "r7", "r8", "r9"])
            try put("r3", at: 13) { $0.subscriberId = "t" }
            try #expect(found() == ["r4", "r6", "r7", "r8", "r9"])
            try #expect(found("t") == ["r3"])
            try store.transaction { transaction in
                try transaction.removeRegistration(id: "r4")
                try transaction.removeRegistration(id: "unknown")
            }
            try #expect(found() == ["r6", "r7", "r8", "r9"])
            try #expect(store.read { try $0.registration(id: "r4") } == nil)
            try #expect(store.read { try $0.registration(id: "r9") }?.body == [])
        }
    }

    @Test("a registration is found by its key, whatever its id and the rest", arguments: StoreKind.allCases)
    func sameKey(_ kind: StoreKind) throws {
        try kind.withStore { store in
            func found(_ row: RegistrationRow) throws -> String? {
                try store.read { try $0.registration(sameKeyAs: row) }?.id
            }
            try #expect(found(row("r1")) == nil)
            let stored = row("r1", at: 5, expires: 6)
            try put([stored], in: store)
            try #expect(store.read { try $0.registration(sameKeyAs: row("other", at: 7)) } == stored)
            for conversionId in ["", "c"] { try #expect(found(row("r1", conversionId: conversionId)) == nil) }

            try put([row("r2", conversionId: "c"), row("r3", conversionId: "")], in: store)
            try #expect(found(row("x")) == "r1")
            try #expect(found(row("x", conversionId: "c")) == "r2")
            try #expect(found(row("x", conversionId: "")) == "r3")
            for conversionId in [nil, "c"] {
                try #expect(found(row("r1", "t", conversionId: conversionId)) == nil)
                try #expect(found(row("r1", device: "e", conversionId: conversionId)) == nil)
                try #expect(found(row("r1", kind: "start", conversionId: conversionId)) == nil)
                try #expect(found(row("r1", conversionId: conversionId, sender: "fcm")) == nil)
            }
            try #expect(found(row("r2", conversionId: "d")) == nil)
        }
    }

    @Test("a key is free once its registration has another or is gone", arguments: StoreKind.allCases)
    func freedKey(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try put([row("r1"), row("r2", conversionId: "c")], in: store)
            try store.transaction { transaction in
                // Takes the key of r2, which is gone with that, and gives up its own.
                try transaction.put(row("r1", conversionId: "c"))
                try #expect(transaction.registration(sameKeyAs: row("x")) == nil)
                try #expect(transaction.registration(sameKeyAs: row("x", conversionId: "c"))?.id == "r1")
                try #expect(transaction.registration(id: "r2") == nil)
                try transaction.put(row("r2"))
                try #expect(transaction.registration(sameKeyAs: row("x"))?.id == "r2")
                try transaction.removeRegistration(id: "r2")
                try #expect(transaction.registration(sameKeyAs: row("x")) == nil)
            }
            try #expect(ids(of: "c", in: store) == ["r1"])
        }
    }

    // MARK: Activities

    @Test("an activity's registrations come by time, then id, whosever they are", arguments: StoreKind.allCases)
    func byActivity(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try #expect(ids(of: "c", in: store) == [])
            let rows = [
                row("r5", conversionId: "c", at: 3), row("r4", "t", conversionId: "c", at: 2, expires: 1),
                row("r3", device: "e", conversionId: "c", at: 2), row("r2", kind: "start", conversionId: "c", at: 2.5),
                row("r1", conversionId: "d", at: 1), row("r0", at: 1), row("r6", conversionId: "", at: 1),
            ]
            try put(rows, in: store)
            try #expect(store.read { try $0.registrations(conversionId: "c") } == [rows[2], rows[1], rows[3], rows[0]])
            try #expect(ids(of: "d", in: store) == ["r1"])
            try #expect(ids(of: "", in: store) == ["r6"])
            try #expect(ids(of: "unknown", in: store) == [])
            try store.transaction { transaction in
                try transaction.put(row("r3", device: "e", conversionId: "d", at: 9))
                try transaction.put(row("r2", kind: "start", at: 9))
                try #expect(ids(transaction.registrations(conversionId: "c")) == ["r4", "r5"])
            }
            try #expect(ids(of: "d", in: store) == ["r1", "r3"])
        }
    }

    @Test("a subscriber's registrations of no activity come by time, then id", arguments: StoreKind.allCases)
    func general(_ kind: StoreKind) throws {
        try kind.withStore { store in
            func found(_ subscriberId: String = "s") throws -> [String] {
                try ids(store.read { try $0.generalRegistrations(subscriberId: subscriberId) })
            }
            try #expect(found() == [])
            let rows = [
                row("r5", kind: "start", at: 3), row("r4", kind: "start", sender: "fcm", at: 2, expires: 1),
                row("r3", device: "e", kind: "start", at: 2), row("r2", conversionId: "c", at: 1),
                row("r1", conversionId: "", at: 1), row("r0", "t", kind: "start", at: 1),
            ]
            try put(rows, in: store)
            try #expect(
                store.read { try $0.generalRegistrations(subscriberId: "s") } == [rows[2], rows[1], rows[0]])
            try #expect(found("t") == ["r0"])
            try #expect(found("unknown") == [])
            try store.transaction { transaction in
                try transaction.put(row("r5", conversionId: "c", at: 9))
                try transaction.put(row("r3", "t", device: "e", kind: "start", at: 9))
                try transaction.removeRegistration(id: "r4")
                try #expect(transaction.generalRegistrations(subscriberId: "s") == [])
            }
            try #expect(found("t") == ["r0", "r3"])
        }
    }

    @Test("an activity's registrations are removed together, and no others", arguments: StoreKind.allCases)
    func removeOfActivity(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try put(
                [
                    row("r1", conversionId: "c"), row("r2", "t", conversionId: "c", expires: 5),
                    row("r3", conversionId: "d"), row("r4"), row("r5", conversionId: ""),
                ], in: store)
            try store.transaction { transaction in
                try transaction.removeRegistrations(conversionId: "unknown")
                try transaction.removeRegistrations(conversionId: "c")
                try #expect(transaction.registrations(conversionId: "c") == [])
            }
            try #expect(store.read { try $0.registration(id: "r1") } == nil)
            try #expect(store.read { try $0.registration(sameKeyAs: row("x", conversionId: "c")) } == nil)
            try #expect(ids(store.read { try $0.registrations(subscriberId: "s") }) == ["r3", "r4", "r5"])
            try #expect(ids(store.read { try $0.registrations(subscriberId: "t") }) == [])
            try #expect(store.transaction { try $0.removeExpiredRegistrations(by: 9, limit: 9) } == 0)
        }
    }

    // MARK: Expiry

    @Test("the earliest expired are removed, up to the limit", arguments: StoreKind.allCases)
    func removeExpired(_ kind: StoreKind) throws {
        let expiries: [Double?] = [50, 30, nil, 20, .infinity, 40, 10]
        try kind.withStore { store in
            func remove(by now: Double, limit: Int) throws -> Int {
                try store.transaction { try $0.removeExpiredRegistrations(by: now, limit: limit) }
            }
            func left() throws -> [String] {
                try ids(store.read { try $0.registrations(subscriberId: "s") })
            }
            try #expect(remove(by: .infinity, limit: 9) == 0)
            try put(expiries.enumerated().map { row("r\($0)", device: "d\($0)", expires: $1) }, in: store)
            try #expect(remove(by: 9.9, limit: 9) == 0)
            try #expect(remove(by: 60, limit: 0) == 0)
            try #expect(remove(by: 60, limit: -1) == 0)
            try #expect(remove(by: .nan, limit: 9) == 0)
            try #expect(remove(by: 60, limit: 2) == 2)
            try #expect(left() == ["r0", "r1", "r2", "r4", "r5"])
            try #expect(remove(by: 40, limit: 9) == 2)
            try #expect(left() == ["r0", "r2", "r4"])
            try #expect(remove(by: 40, limit: 9) == 0)
            try #expect(remove(by: .infinity, limit: .max) == 2)
            try #expect(left() == ["r2"])
        }
    }

    @Test("of equally expired ones no more go than the limit says", arguments: StoreKind.allCases)
    func removeEquallyExpired(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try put((0..<5).map { row("r\($0)", device: "d\($0)", expires: 7) }, in: store)
            for (removed, left) in [(2, 3), (2, 1), (1, 0), (0, 0)] {
                try #expect(store.transaction { try $0.removeExpiredRegistrations(by: 7, limit: 2) } == removed)
                try #expect(store.read { try $0.registrations(subscriberId: "s") }.count == left)
            }
        }
    }

    @Test("what expires is what was put last", arguments: StoreKind.allCases)
    func changedExpiry(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try store.transaction { transaction in
                for expires in [5, 9, nil, 5, 5] as [Double?] { try transaction.put(row("r1", expires: expires)) }
                for expires in [5, nil] as [Double?] { try transaction.put(row("r2", "t", expires: expires)) }
                for expires in [5, 8] as [Double?] { try transaction.put(row("r3", "u", expires: expires)) }
                // r5 in place of r4.
                try transaction.put(row("r4", "v", expires: 5))
                try transaction.put(row("r5", "v", expires: 8))
                try #expect(transaction.removeExpiredRegistrations(by: 7, limit: 9) == 1)
                try #expect(transaction.registration(id: "r1") == nil)
                try #expect(transaction.removeExpiredRegistrations(by: 8, limit: 9) == 2)
                try #expect(transaction.registration(id: "r2")?.id == "r2")
            }
        }
    }

    // MARK: Misuse and roll-backs

    @Test("a time that is not a number is misuse, and the rest of the transaction stays", arguments: StoreKind.allCases)
    func misuse(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let stored = row("r1", expires: 5)
            try put([stored], in: store)
            try store.transaction { transaction in
                try transaction.put(row("r2", "t"))
                #expect(storeErrorCode { try transaction.put(row("r3", at: .nan)) } == .misuse)
                #expect(storeErrorCode { try transaction.put(row("r1", expires: .nan)) } == .misuse)
            }
            try #expect(store.read { try $0.registration(id: "r1") } == stored)
            try #expect(store.read { try $0.registration(id: "r2") }?.id == "r2")
            try #expect(store.read { try $0.registration(id: "r3") } == nil)
        }
    }

    @Test("whatever a transaction that throws did to registrations is undone", arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let general = row("r1", expires: 10)
            let special = row("r2", conversionId: "c", expires: 5)
            try put([general, special], in: store)
            #expect(throws: Refusal.self) {
                try store.transaction { transaction in
                    // Each takes over what the other was found by, then another id comes in their place.
                    try transaction.put(row("r1", conversionId: "c", expires: 20))
                    try transaction.put(row("r2", expires: nil))
                    try transaction.put(row("r3", conversionId: "c", expires: 1))
                    try #expect(transaction.removeExpiredRegistrations(by: 3, limit: 9) == 1)
                    try transaction.put(row("r4", conversionId: "c"))
                    try transaction.removeRegistrations(conversionId: "c")
                    throw Refusal()
                }
            }
            try store.transaction { transaction in
                try #expect(transaction.registration(sameKeyAs: row("x")) == general)
                try #expect(transaction.registration(sameKeyAs: row("x", conversionId: "c")) == special)
                try #expect(transaction.registrations(conversionId: "c") == [special])
                try #expect(transaction.registrations(subscriberId: "s") == [general, special])
                for id in ["r3", "r4"] { try #expect(transaction.registration(id: id) == nil) }
                try #expect(transaction.removeExpiredRegistrations(by: 5, limit: 9) == 1)
                try #expect(transaction.removeExpiredRegistrations(by: 9, limit: 9) == 0)
                try #expect(transaction.removeExpiredRegistrations(by: 10, limit: 9) == 1)
            }
        }
    }

    @Test("all look-ups are right after any changes and roll-backs", arguments: StoreKind.allCases)
    func anyChanges(_ kind: StoreKind) throws {
        var random = SeededGenerator(seed: 4)
        try kind.withStore { store in
            var model = RegistrationModel()
            for round in 0..<200 {
                var next = model
                let isKept = random.next() % 3 != 0
                do {
                    try store.transaction { transaction in
                        for _ in 0..<(random.next() % 8) {
                            try next.change(transaction, &random)
                            if random.next() % 4 == 0 { try next.expectToBe(in: transaction, "round \(round), within") }
                        }
                        if !isKept { throw Refusal() }
                    }
                } catch is Refusal {
                    next = model
                }
                model = next
                try store.read { try model.expectToBe(in: $0, "round \(round)") }
            }
        }
    }
}
