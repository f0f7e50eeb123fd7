import Glibc
import JSON
import TestSupport
import Testing

@testable import Storage

/// Stores of earlier versions, brought to this one by the program itself.
@Suite(.timeLimit(.minutes(20))) struct SQLiteMigrationTests {
    /// The program on the store of that folder, until it is ready or ends; then it is killed.
    private func start(_ folder: TemporaryFolder, _ environment: [String: String]) throws {
        let process = try RelayProcess(
            ["--listen", "127.0.0.1:0", "--store", "sqlite:\(folder.path("relay.db"))"], environment: environment)
        _ = process.waitForLine { $0.contains("message=ready") }
        process.terminate(SIGKILL)
        _ = process.waitForExit()
    }

    /// A store of the first version with nothing in it whose time is over.
    private func firstVersion() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        try makeFirstVersion(folder.path("relay.db"))
        try executeSQL(
            "UPDATE history SET at = \(TestClock.now); UPDATE registrations SET expires = NULL",
            on: folder.path("relay.db"))
        return folder
    }

    @Test(.enabled(if: FaultShim.isThere, "there is no C compiler to build the faults with"))
    func `a migration that fails or is cut off at any write or sync leaves the store whole`() throws {
        let counted = try firstVersion()
        let counter = FaultShim(watching: counted)
        try start(counted, counter.environment())
        let total = counter.count(of: .file)
        #expect(total > 10)
        let kinds: [FaultShim.Fault.Kind] = [.die, .torn, .eio, .enospc]
        for number in 1...total {
            let folder = try firstVersion()
            let shim = FaultShim(watching: folder)
            let fault = FaultShim.Fault(kinds[number % kinds.count], at: number, of: .file)
            try start(folder, shim.environment(fault))
            let store = try SQLiteStore(path: folder.path("relay.db"))
            try store.read { reading in
                try #expect(reading.activity("a")?.state == [1, 2], "\(fault)")
                try #expect(reading.historyEntry(7)?.body == [3], "\(fault)")
                try #expect(reading.registrations(conversionId: "a").map(\.id) == ["r2"], "\(fault)")
            }
            store.close()
        }
    }

    /// When the fixture was written, Unix seconds.
    private static let written = 1_796_047_280.0

    @Test(.enabled(if: FaultShim.isThere, "there is no C compiler to build the moved clock with"))
    func `a store that version 2 wrote is read, and its activities go on`() throws {
        let folder = TemporaryFolder()
        let sql = String(decoding: Fixtures.bytes("store/version-2.sql"), as: UTF8.self)
        try executeSQL(sql, on: folder.path("relay.db"))
        let shim = FaultShim(watching: folder)
        shim.setClock(ahead: Self.written - TestClock.now)
        let relay = try ServedRelay(folder: folder, environment: shim.environment())
        let activity = try relay.get("/v1/activities/a").json
        #expect(activity.text("/contentState/trackTitle") == "Rain on Glass")
        #expect(activity.number("/contentState/progress") == 0.3)
        #expect(activity["pushes"]?.arrayValue?.isEmpty == false)
        let again = try relay.event(#"{"conversionId":"a","eventId":"e-2","progress":0.9}"#)
        #expect(again.json.text("/outcome") == "duplicate")
        let next = try relay.event(#"{"conversionId":"a","progress":0.5}"#)
        #expect(next.json.number("/contentState/progress") == 0.5)
        #expect(try relay.get("/v1/activities/b").json.text("/phase") == "completed")
        let registrations = try relay.get("/v1/registrations?subscriberId=u").json["registrations"]?.arrayValue
        #expect(registrations?.count == 1)
    }
}
