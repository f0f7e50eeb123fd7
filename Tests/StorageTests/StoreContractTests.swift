import Glibc
import TestSupport
import Testing

@testable import Storage

/// What every store does, whatever is beneath.
@Suite struct StoreContractTests {
    // MARK: Activities

    @Test("a row comes back as it was put, by id and by number", arguments: StoreKind.allCases)
    func roundTrip(_ kind: StoreKind) throws {
        try kind.withStore { store in
            for row in [ActivityRow.full("a"), ActivityRow(conversionId: "b"), ActivityRow(conversionId: "")] {
                let stored = try store.put(row)
                #expect(stored.number > 0)
                var expected = row
                expected.number = stored.number
                #expect(stored == expected)
                try #expect(store.read { try $0.activity(row.conversionId) } == expected)
                try #expect(store.read { try $0.activity(number: stored.number) } == expected)
                try #expect(store.transaction { try $0.activity(row.conversionId) } == expected)
            }
            try #expect(store.read { try $0.activity("unknown") } == nil)
            try #expect(store.read { try $0.activity(number: 99) } == nil)
        }
    }

    @Test("each column can be changed alone, read before or not", arguments: StoreKind.allCases, [true, false])
    func update(_ kind: StoreKind, readsFirst: Bool) throws {
        let changes: [(inout ActivityRow) -> Void] = [
            { $0.conversionId = "other" }, { $0.subscriberId = nil }, { $0.subscriberId = "x" }, { $0.startedAt = 5 },
            { $0.phase = "queued" }, { $0.precedes = nil }, { $0.precedes = 2 }, { $0.shownUntil = nil },
            { $0.shownUntil = 3 }, { $0.due = nil }, { $0.due = 4 }, { $0.owner = nil }, { $0.owner = 9 },
            { $0.history = 12 }, { $0.seenCount = 11 }, { $0.state = [] }, { $0.state = [1] },
            {
                $0.due = 1; $0.owner = 2; $0.phase = "ended"
            },
        ]
        try kind.withStore { store in
            var row = try store.put(.full("a"))
            for change in changes {
                change(&row)
                try store.transaction { transaction in
                    if readsFirst { _ = try transaction.activity(number: row.number) }
                    try transaction.put(&row)
                    try #expect(transaction.activity(row.conversionId) == row)
                }
                try #expect(store.read { try $0.activity(number: row.number) } == row)
                try expectIndexes(of: store, toFind: row)
            }
        }
    }

    private func expectIndexes(of store: any Store, toFind row: ActivityRow) throws {
        try #expect(store.earliestDue() == row.due)
        try store.transaction { transaction in
            try #expect(transaction.due(by: .infinity, limit: 5) == (row.due == nil ? [] : [row]))
            try #expect(transaction.owned(after: 0, limit: 5) == (row.owner == nil ? [] : [row]))
            try #expect(transaction.activities(subscriberId: nil, phase: row.phase, limit: 5, after: nil) == [row])
            try #expect(transaction.counts() == [row.phase: 1])
            let subscriberId = row.subscriberId ?? "sub-é"
            let isHis = row.subscriberId != nil
            try #expect(
                transaction.highestPrecedes(subscriberId: subscriberId, except: "-") == (isHis ? row.precedes : nil))
            try #expect(
                transaction.shown(subscriberId: subscriberId, startedBy: .infinity, after: 0)
                    == (isHis && row.shownUntil != nil ? [row] : []))
        }
    }

    @Test("several puts of one row in one transaction leave the last", arguments: StoreKind.allCases)
    func repeatedPut(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let row = try store.transaction { transaction in
                var row = ActivityRow.full("a")
                try transaction.put(&row)
                for due in [5.0, nil, 6.0, 6.0] as [Double?] {
                    row.due = due
                    try transaction.put(&row)
                }
                return row
            }
            try #expect(store.read { try $0.activity("a") } == row)
            try #expect(store.transaction { try $0.due(by: 10, limit: 9) } == [row])
        }
    }

    @Test("numbers rise and are never used again", arguments: StoreKind.allCases)
    func numbers(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let first = try store.put(ActivityRow(conversionId: "a"))
            let second = try store.put(ActivityRow(conversionId: "b"))
            #expect(second.number > first.number)
            try store.transaction { try $0.remove(number: second.number) }
            let third = try store.put(ActivityRow(conversionId: "b"))
            #expect(third.number > second.number)
        }
    }

    @Test("whoever has a number now is found by it, whoever had it before is not", arguments: StoreKind.allCases)
    func reusedNumber(_ kind: StoreKind) throws {
        try kind.withStore { store in
            #expect(throws: Refusal.self) {
                try store.transaction { transaction in
                    var row = ActivityRow(conversionId: "undone")
                    try transaction.put(&row)
                    try #expect(transaction.activity("undone") == row)
                    throw Refusal()
                }
            }
            let row = try store.put(ActivityRow(conversionId: "a"))
            try store.transaction { transaction in
                try #expect(transaction.activity("undone") == nil)
                try #expect(transaction.activity("a") == row)
                try transaction.remove(number: row.number)
                var next = ActivityRow(conversionId: "a")
                try transaction.put(&next)
                try #expect(transaction.activity("a") == next)
            }
        }
    }

    @Test("a conversionId taken, a number unknown and a time that is none are misuse", arguments: StoreKind.allCases)
    func misuse(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let row = try store.put(.full("a"))
            let other = try store.put(.full("b"))
            #expect(storeErrorCode { try store.put(.full("a")) } == .misuse)
            var renamed = other
            renamed.conversionId = "a"
            #expect(storeErrorCode { try store.put(renamed) } == .misuse)
            var unknown = row
            unknown.number = 77
            unknown.conversionId = "c"
            #expect(storeErrorCode { try store.put(unknown) } == .misuse)
            #expect(storeErrorCode { try store.put(ActivityRow(conversionId: "d", startedAt: .nan)) } == .misuse)
            #expect(storeErrorCode { try store.put(ActivityRow(conversionId: "d", due: .nan)) } == .misuse)
            try #expect(store.read { try $0.counts() } == ["active": 2])
            try #expect(store.read { try $0.activity("b") } == other)
        }
    }

    @Test("a misuse that is caught leaves the rest of the transaction", arguments: StoreKind.allCases)
    func caughtMisuse(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try store.put(.full("a"))
            try store.transaction { transaction in
                var row = ActivityRow.full("a")
                #expect(storeErrorCode { try transaction.put(&row) } == .misuse)
                #expect(row.number == 0)
                row.conversionId = "b"
                try transaction.put(&row)
            }
            try #expect(store.read { try $0.counts() } == ["active": 2])
        }
    }

    @Test("a batch is found in the order asked for, without the unknown", arguments: StoreKind.allCases)
    func batch(_ kind: StoreKind) throws {
        try kind.withStore { store in
            for id in ["a", "b", "c"] { try store.put(ActivityRow(conversionId: id)) }
            let found = try store.transaction { try $0.activities(["c", "x", "a"]) }
            #expect(found.map(\.conversionId) == ["c", "a"])
            try #expect(store.transaction { try $0.activities([]) } == [])
        }
    }

    @Test("lists go from the newest start to the oldest, page by page", arguments: StoreKind.allCases)
    func list(_ kind: StoreKind) throws {
        try kind.withStore { store in
            for index in 0..<20 {
                let row = ActivityRow(
                    conversionId: "a\(index)", subscriberId: index % 2 == 0 ? "even" : nil,
                    startedAt: Double(index / 4), phase: ["active", "queued", "deleted"][index % 3])
                try store.put(row)
            }
            for subscriberId in [nil, "even", "none"] {
                for phase in [nil, "active", "queued", "deleted", "none"] {
                    let all = try store.read { reading in
                        try reading.activities(subscriberId: subscriberId, phase: phase, limit: 100, after: nil)
                    }
                    let expected = (0..<20).reversed().filter { index -> Bool in
                        let isHis = subscriberId == nil || (subscriberId == "even" && index % 2 == 0)
                        let isInPhase = phase == nil || phase == ["active", "queued", "-"][index % 3]
                        return index % 3 != 2 && isHis && isInPhase
                    }
                    #expect(all.map(\.conversionId) == expected.map { "a\($0)" })
                    try #expect(pages(store, subscriberId, phase) == all)
                }
            }
            try #expect(store.read { try $0.activities(subscriberId: nil, phase: nil, limit: 0, after: nil) } == [])
            try #expect(store.read { try $0.activities(subscriberId: nil, phase: nil, limit: -1, after: nil) } == [])
        }
    }

    private func pages(_ store: any Store, _ subscriberId: String?, _ phase: String?) throws -> [ActivityRow] {
        var rows: [ActivityRow] = []
        while true {
            let after = rows.last.map { (startedAt: $0.startedAt, number: $0.number) }
            let page = try store.read { reading in
                try reading.activities(subscriberId: subscriberId, phase: phase, limit: 3, after: after)
            }
            rows += page
            if page.count < 3 { return rows }
        }
    }

    @Test("counts are by phase, deleted ones too", arguments: StoreKind.allCases)
    func counts(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try #expect(store.read { try $0.counts() } == [:])
            for (index, phase) in ["active", "active", "deleted"].enumerated() {
                try store.put(ActivityRow(conversionId: "a\(index)", phase: phase))
            }
            try #expect(store.read { try $0.counts() } == ["active": 2, "deleted": 1])
        }
    }

    @Test("a removed row is found by nothing", arguments: StoreKind.allCases)
    func remove(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let row = try store.put(.full("a"))
            let hash = EventIdHash(high: 1, low: 2)
            try store.transaction { transaction in
                try transaction.remember(hash, activity: row.number, count: 1, keep: 10)
                try transaction.remove(number: row.number)
                try transaction.remove(number: 1_000)
            }
            try store.transaction { transaction in
                try #expect(transaction.activity("a") == nil)
                try #expect(transaction.due(by: .infinity, limit: 9) == [])
                try #expect(transaction.owned(after: 0, limit: 9) == [])
                try #expect(transaction.shown(subscriberId: "sub-é", startedBy: .infinity, after: 0) == [])
                try #expect(transaction.highestPrecedes(subscriberId: "sub-é", except: "-") == nil)
                try #expect(!transaction.wasSeen(hash, activity: row.number))
                try #expect(transaction.counts() == [:])
            }
            try #expect(store.earliestDue() == nil)
        }
    }

    // MARK: Look-ups of the engine

    @Test("due rows come by due, then number, up to the limit, and stay due", arguments: StoreKind.allCases)
    func due(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let dues: [Double?] = [5, 3, 5, nil, 3, 9, 5, 1]
            for (index, due) in dues.enumerated() {
                try store.put(ActivityRow(conversionId: "a\(index)", due: due))
            }
            try #expect(store.earliestDue() == 1)
            for _ in 0..<2 {
                try store.transaction { transaction in
                    try #expect(ids(transaction.due(by: 5, limit: 99)) == ["a7", "a1", "a4", "a0", "a2", "a6"])
                    try #expect(ids(transaction.due(by: 5, limit: 2)) == ["a7", "a1"])
                    try #expect(ids(transaction.due(by: 4.9, limit: 9)) == ["a7", "a1", "a4"])
                    try #expect(ids(transaction.due(by: 0, limit: 9)) == [])
                    try #expect(ids(transaction.due(by: 9, limit: 0)) == [])
                    try #expect(ids(transaction.due(by: 9, limit: -1)) == [])
                }
            }
        }
    }

    @Test("due rows are right after any changes and roll-backs", arguments: StoreKind.allCases)
    func dueAfterChanges(_ kind: StoreKind) throws {
        var random = SeededGenerator(seed: 42)
        try kind.withStore { store in
            var model: [ActivityRow] = []
            for index in 0..<40 { model.append(try store.put(ActivityRow(conversionId: "a\(index)"))) }
            for round in 0..<300 {
                var next = model
                let isKept = random.next() % 3 != 0
                do {
                    try store.transaction { transaction in
                        for _ in 0..<(random.next() % 6) {
                            let index = Int(random.next() % 40)
                            next[index].due = random.next() % 4 == 0 ? nil : Double(random.next() % 8)
                            try transaction.put(&next[index])
                            if random.next() % 2 == 0 {
                                try #expect(transaction.due(by: 4, limit: 7) == dueRows(next, by: 4, limit: 7))
                            }
                        }
                        if !isKept { throw Refusal() }
                    }
                } catch is Refusal {
                    next = model
                }
                model = next
                try #expect(store.earliestDue() == model.compactMap(\.due).min(), "round \(round)")
                try #expect(store.transaction { try $0.due(by: 6, limit: 99) } == dueRows(model, by: 6, limit: 99))
            }
        }
    }

    private func dueRows(_ rows: [ActivityRow], by now: Double, limit: Int) -> [ActivityRow] {
        let due = rows.filter { $0.due.map { $0 <= now } ?? false }
        let sorted = due.sorted { ($0.due ?? 0, $0.number) < ($1.due ?? 0, $1.number) }
        return Array(sorted.prefix(limit))
    }

    @Test("owned rows come by number, page by page", arguments: StoreKind.allCases)
    func owned(_ kind: StoreKind) throws {
        try kind.withStore { store in
            for index in 0..<9 {
                try store.put(ActivityRow(conversionId: "a\(index)", owner: index % 3 == 0 ? nil : Int64(9 - index)))
            }
            try store.transaction { transaction in
                let first = try transaction.owned(after: 0, limit: 4)
                #expect(ids(first) == ["a1", "a2", "a4", "a5"])
                let last = try #require(first.last)
                try #expect(ids(transaction.owned(after: last.number, limit: 4)) == ["a7", "a8"])
                try #expect(ids(transaction.owned(after: 0, limit: 0)) == [])
                try transaction.release(number: last.number)
                try #expect(ids(transaction.owned(after: 0, limit: 4)) == ["a1", "a2", "a4", "a7"])
                try #expect(transaction.activity(number: last.number)?.owner == nil)
            }
            try store.transaction { transaction in
                let released = try #require(try transaction.activity("a5"))
                #expect(released.owner == nil && released.conversionId == "a5")
                var again = released
                again.owner = 4
                try transaction.put(&again)
                try #expect(transaction.activity("a5")?.owner == 4)
                try transaction.remove(number: again.number)
                try #expect(ids(transaction.owned(after: 0, limit: 9)) == ["a1", "a2", "a4", "a7", "a8"])
            }
        }
    }

    @Test("the highest precedes is that of the subscriber's other rows", arguments: StoreKind.allCases)
    func highestPrecedes(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let rows: [(String, String?, Double?)] = [
                ("a", "s", 5), ("b", "s", 9), ("c", "s", nil), ("d", "t", 20), ("e", nil, 30), ("f", "s", 9),
            ]
            for (id, subscriberId, precedes) in rows {
                try store.put(ActivityRow(conversionId: id, subscriberId: subscriberId, precedes: precedes))
            }
            try store.transaction { transaction in
                try #expect(transaction.highestPrecedes(subscriberId: "s", except: "a") == 9)
                try #expect(transaction.highestPrecedes(subscriberId: "s", except: "b") == 9)
                try #expect(transaction.highestPrecedes(subscriberId: "s", except: "unknown") == 9)
                try #expect(transaction.highestPrecedes(subscriberId: "t", except: "d") == nil)
                try #expect(transaction.highestPrecedes(subscriberId: "u", except: "d") == nil)
                var last = try #require(try transaction.activity("f"))
                last.precedes = nil
                try transaction.put(&last)
                try #expect(transaction.highestPrecedes(subscriberId: "s", except: "b") == 5)
            }
        }
    }

    @Test("shown rows are those shown later than now, in order of creation", arguments: StoreKind.allCases)
    func shown(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let rows: [(String, String?, Double?)] = [
                ("a", "s", .infinity), ("b", "s", 10), ("c", "s", nil), ("d", "t", .infinity), ("e", nil, .infinity),
                ("f", "s", 20), ("g", "s", .infinity),
            ]
            for (id, subscriberId, shownUntil) in rows {
                try store.put(ActivityRow(conversionId: id, subscriberId: subscriberId, shownUntil: shownUntil))
            }
            try store.transaction { transaction in
                try #expect(
                    ids(transaction.shown(subscriberId: "s", startedBy: .infinity, after: 0)) == ["a", "b", "f", "g"])
                try #expect(
                    ids(transaction.shown(subscriberId: "s", startedBy: .infinity, after: 10)) == ["a", "f", "g"])
                try #expect(ids(transaction.shown(subscriberId: "s", startedBy: .infinity, after: 1e12)) == ["a", "g"])
                try #expect(ids(transaction.shown(subscriberId: "none", startedBy: .infinity, after: 0)) == [])
            }
        }
    }

    private func ids(_ rows: [ActivityRow]) -> [String] {
        rows.map(\.conversionId)
    }

    // MARK: Transactions

    @Test("what a transaction that throws did is undone", arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let kept = try store.put(.full("kept"))
            let gone = try store.put(.full("gone"))
            let hash = EventIdHash(high: 1, low: 1)
            let registration = RegistrationRow(
                id: "r", subscriberId: "s", deviceId: "d", kind: "update", sender: "log", body: [1], registeredAt: 1)
            var entry = HistoryEntry(activity: kept.number, at: 1, kind: 1, body: [1])
            try store.transaction { transaction in
                try transaction.append(&entry)
                try transaction.remember(hash, activity: gone.number, count: 1, keep: 5)
                try transaction.put(registration)
            }
            #expect(throws: Refusal.self) {
                try store.transaction { transaction in
                    var changed = kept
                    changed.conversionId = "changed"
                    changed.subscriberId = nil
                    changed.due = 1
                    changed.owner = nil
                    try transaction.put(&changed)
                    var new = ActivityRow.full("new")
                    try transaction.put(&new)
                    try transaction.remove(number: gone.number)
                    var another = HistoryEntry(at: 2, kind: 2)
                    try transaction.append(&another)
                    try #expect(transaction.pruneHistory(before: 10, limit: 10) == 2)
                    for count in 2..<300 {
                        let hash = EventIdHash(high: 0, low: UInt64(count))
                        try transaction.remember(hash, activity: kept.number, count: Int64(count), keep: 5)
                    }
                    try transaction.removeRegistration(id: "r")
                    var other = registration
                    other.id = "r2"
                    try transaction.put(other)
                    throw Refusal()
                }
            }
            try store.transaction { transaction in
                try #expect(transaction.counts() == ["active": 2])
                try #expect(transaction.activity("kept") == kept)
                try #expect(transaction.activity("gone") == gone)
                try #expect(transaction.due(by: .infinity, limit: 9) == [kept, gone])
                try #expect(transaction.owned(after: 0, limit: 9) == [kept, gone])
                try #expect(transaction.shown(subscriberId: "sub-é", startedBy: .infinity, after: 0) == [kept, gone])
                try #expect(transaction.historyEntry(entry.id) == entry)
                try #expect(transaction.wasSeen(hash, activity: gone.number))
                try #expect(!transaction.wasSeen(EventIdHash(high: 0, low: 299), activity: kept.number))
                try #expect(transaction.registrations(subscriberId: "s") == [registration])
                var next = HistoryEntry(at: 3, kind: 1)
                try transaction.append(&next)
                #expect(next.id > entry.id)
            }
        }
    }

    @Test("a call from within a transaction is misuse, not a dead lock", arguments: StoreKind.allCases)
    func nesting(_ kind: StoreKind) throws {
        try kind.withStore { store in
            try store.transaction { transaction in
                #expect(storeErrorCode { try store.transaction { _ in } } == .misuse)
                #expect(storeErrorCode { _ = try store.earliestDue() } == .misuse)
                #expect(storeErrorCode { try store.maintain() } == .misuse)
            }
        }
    }

    @Test("a closed store refuses everything", arguments: StoreKind.allCases)
    func closed(_ kind: StoreKind) throws {
        try kind.withStore { store in
            store.close()
            store.close()
            #expect(storeErrorCode { try store.transaction { _ in } } == .misuse)
            #expect(storeErrorCode { try store.read { _ in } } == .misuse)
            #expect(storeErrorCode { _ = try store.earliestDue() } == .misuse)
            #expect(storeErrorCode { try store.maintain() } == .misuse)
        }
    }

    // MARK: History

    @Test("history ids rise, also past pruning, and entries lead to the ones before", arguments: StoreKind.allCases)
    func history(_ kind: StoreKind) throws {
        try kind.withStore { store in
            var entries: [HistoryEntry] = []
            for index in 0..<10 {
                var entry = HistoryEntry(
                    previous: entries.last?.id ?? 0, activity: 3, conversionId: index % 2 == 0 ? "a" : nil,
                    at: Double(index), kind: UInt8(index * 25), body: [UInt8](repeating: 1, count: index))
                try store.transaction { try $0.append(&entry) }
                #expect(entry.id > entry.previous)
                entries.append(entry)
            }
            for entry in entries { try #expect(store.read { try $0.historyEntry(entry.id) } == entry) }
            try #expect(store.transaction { try $0.pruneHistory(before: 5, limit: 3) } == 3)
            try #expect(store.transaction { try $0.pruneHistory(before: 5, limit: 3) } == 2)
            try #expect(store.transaction { try $0.pruneHistory(before: 5, limit: 3) } == 0)
            for (index, entry) in entries.enumerated() {
                try #expect(store.read { try $0.historyEntry(entry.id) } == (index < 5 ? nil : entry))
            }
            try #expect(store.transaction { try $0.pruneHistory(before: 99, limit: 99) } == 5)
            var next = HistoryEntry(at: 99, kind: 1)
            try store.transaction { try $0.append(&next) }
            #expect(next.id > entries[9].id)
        }
    }

    @Test("an entry from a clock that ran ahead keeps none from being pruned", arguments: StoreKind.allCases)
    func pruneAroundLateEntry(_ kind: StoreKind) throws {
        try kind.withStore { store in
            var kept: [Int64] = []
            for at in [1.0, 1e9, 2, 3] {
                var entry = HistoryEntry(at: at, kind: 1)
                try store.transaction { try $0.append(&entry) }
                if at > 10 { kept.append(entry.id) }
            }
            try #expect(store.transaction { try $0.pruneHistory(before: 10, limit: 3) } == 2)
            try #expect(store.transaction { try $0.pruneHistory(before: 10, limit: 3) } == 1)
            try #expect(store.transaction { try $0.pruneHistory(before: 10, limit: 3) } == 0)
            try #expect(store.read { try $0.historyEntry(kept[0]) } != nil)
            try #expect(store.transaction { try $0.pruneHistory(before: 1e10, limit: 3) } == 1)
        }
    }

    @Test("the next history entry of a kind is found, within bounds alone", arguments: StoreKind.allCases)
    func historyByKind(_ kind: StoreKind) throws {
        try kind.withStore { store in
            var ids: [Int64] = []
            for (index, kind) in [1, 4, 2, 2, 4].enumerated() {
                var entry = HistoryEntry(at: Double(index), kind: UInt8(kind))
                try store.transaction { try $0.append(&entry) }
                ids.append(entry.id)
            }
            func found(_ kind: UInt8, after id: Int64, upTo last: Int64) throws -> Int64? {
                try store.read { try $0.historyEntry(kind: kind, after: id, upTo: last) }?.id
            }
            try #expect(found(4, after: ids[0], upTo: .max) == ids[1])
            try #expect(found(4, after: ids[1], upTo: .max) == ids[4])
            try #expect(found(4, after: ids[1], upTo: ids[3]) == nil)
            try #expect(found(4, after: ids[1], upTo: ids[4]) == ids[4])
            try #expect(found(3, after: 0, upTo: .max) == nil)
            try #expect(found(1, after: -5, upTo: ids[0]) == ids[0])
            try #expect(store.transaction { try $0.historyEntry(kind: 2, after: 0, upTo: .max) }?.id == ids[2])
        }
    }

    // MARK: Seen eventIds

    @Test("the newest eventIds are remembered, and not many more", arguments: StoreKind.allCases)
    func seen(_ kind: StoreKind) throws {
        try kind.withStore { store in
            let keep: Int64 = 100
            func hash(_ count: Int64) -> EventIdHash {
                EventIdHash(high: UInt64.max - UInt64(count), low: UInt64(count) &* 0x9E37_79B9_7F4A_7C15)
            }
            for count in 1...500 as ClosedRange<Int64> {
                try store.transaction { transaction in
                    try #expect(!transaction.wasSeen(hash(count), activity: 1))
                    try transaction.remember(hash(count), activity: 1, count: count, keep: keep)
                    try #expect(transaction.wasSeen(hash(count), activity: 1))
                    try #expect(!transaction.wasSeen(hash(count), activity: 2))
                    let remembered = try (1...count).filter { try transaction.wasSeen(hash($0), activity: 1) }
                    #expect(remembered.count >= min(count, keep) && remembered.count < keep + 128)
                    #expect(remembered == Array((count - Int64(remembered.count) + 1)...count))
                }
            }
        }
    }

    // MARK: What is held

    @Test("registrations and eventIds are counted as they come and go", arguments: StoreKind.allCases)
    func holdings(_ kind: StoreKind) throws {
        func hash(_ count: Int64) -> EventIdHash { EventIdHash(high: 7, low: UInt64(count)) }
        func registration(_ id: String, _ device: String, _ activity: String? = "a") -> RegistrationRow {
            RegistrationRow(
                id: id, subscriberId: "u", deviceId: device, kind: "update", conversionId: activity, sender: "s",
                body: [], registeredAt: 1, expires: 10)
        }
        try kind.withStore { store in
            #expect(store.holdings == StoreHoldings())
            let row = try store.put(ActivityRow(conversionId: "a"))
            try store.transaction { transaction in
                for count in 1...300 as ClosedRange<Int64> {
                    try transaction.remember(hash(count), activity: row.number, count: count, keep: 100)
                }
                try transaction.remember(hash(300), activity: row.number, count: 301, keep: 100)
                try transaction.remember(hash(1), activity: 99, count: 1, keep: 100)
            }
            try #expect(store.holdings.eventIds == store.read { try $0.seen(activity: row.number).count } + 1)
            #expect(store.holdings.eventIds == 100)
            try store.transaction { try $0.remove(number: row.number) }
            #expect(store.holdings.eventIds == 1)

            try store.transaction { transaction in
                for (id, device) in [("r1", "d"), ("r2", "e"), ("r3", "f")] {
                    try transaction.put(registration(id, device))
                }
                try transaction.put(registration("r4", "d", nil))
                // The same key takes one's place, the same id another's, and this both.
                try transaction.put(registration("r5", "d"))
                try transaction.put(registration("r5", "g"))
                try transaction.put(registration("r2", "f"))
            }
            #expect(store.holdings.registrations == 3)
            try store.transaction { try $0.removeRegistration(id: "none") }
            #expect(store.holdings.registrations == 3)
            try store.transaction { try $0.removeRegistration(id: "r4") }
            #expect(store.holdings.registrations == 2)
            try #expect(store.transaction { try $0.removeExpiredRegistrations(by: 10, limit: 1) } == 1)
            #expect(store.holdings.registrations == 1)
            try store.transaction { try $0.removeRegistrations(conversionId: "a") }
            #expect(store.holdings == StoreHoldings(eventIds: 1))
        }
    }

    @Test("what a transaction takes back is not counted", arguments: StoreKind.allCases)
    func holdingsTakenBack(_ kind: StoreKind) throws {
        struct Cancelled: Error {}
        let registration = RegistrationRow(
            id: "r", subscriberId: "u", deviceId: "d", kind: "update", sender: "s", body: [], registeredAt: 1)
        try kind.withStore { store in
            try store.transaction { try $0.remember(EventIdHash(high: 1, low: 1), activity: 1, count: 1, keep: 9) }
            #expect(throws: Cancelled.self) {
                try store.transaction { transaction in
                    try transaction.put(registration)
                    try transaction.remember(EventIdHash(high: 1, low: 2), activity: 1, count: 2, keep: 9)
                    throw Cancelled()
                }
            }
            #expect(store.holdings == StoreHoldings(eventIds: 1))
        }
    }

    // MARK: Threads

    @Test("reads from other threads see whole transactions only", arguments: StoreKind.allCases)
    func concurrentReads(_ kind: StoreKind) async throws {
        let directory = TemporaryFolder()
        let store: any Store =
            switch kind {
            case .inMemory: InMemoryStore()
            case .sqliteInMemory: try SQLiteStore()
            case .sqliteOnDisk: try SQLiteStore(path: directory.path + "/relay.db")
            }
        let rows = try ["a", "b"].map { try store.put(ActivityRow(conversionId: $0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<200 {
                        let pair = try store.read { reading in
                            (try reading.activity("a")?.history, try reading.activity("b")?.history)
                        }
                        #expect(pair.0 == pair.1)
                    }
                }
            }
            for history in 1...200 as ClosedRange<Int64> {
                try store.transaction { transaction in
                    for var row in rows {
                        row.history = history
                        try transaction.put(&row)
                    }
                }
            }
            try await group.waitForAll()
        }
        store.close()
    }
}
