import Dispatch
import Glibc
import JSON
import Synchronization
import TestSupport
import Testing

/// A store that cannot be written, or is copied, under the program at work.
@Suite(.timeLimit(.minutes(20))) struct `Store faults` {
    /// Posts events as long as it lives, over connections of its own, and keeps what was answered.
    final class Load: Sendable {
        /// How many there were of each status; 0 where no answer came.
        private let statuses = Mutex<[Int: Int]>([:])
        private let answered = Mutex<Set<String>>([])
        private let isOver = Atomic(false)
        private let work = DispatchGroup()

        init(port: Int, connections: Int = 4) {
            for connection in 0..<connections {
                DispatchQueue(label: "test.load").async(group: work) { self.run(port, connection) }
            }
        }

        private func run(_ port: Int, _ connection: Int) {
            guard let client = try? HTTPClient(port: port) else { return }
            var count = 0
            while !isOver.load(ordering: .relaxed) {
                let id = "gen-\(connection)-\(count)"
                count += 1
                let title = String(repeating: "Rain ", count: 50)
                let body = #"{"conversionId":"\#(id)","progress":0.5,"trackTitle":"\#(title)"}"#
                let answer = try? client.request("POST", "/v1/events", body: Array(body.utf8))
                if answer?.status == 202 { answered.withLock { _ = $0.insert(id) } }
                if answer?.status == 503 { #expect(answer?.header("Retry-After") != nil) }
                statuses.withLock { $0[answer?.status ?? 0, default: 0] += 1 }
                if answer == nil { return }
            }
        }

        /// How many were answered so, until now.
        func count(_ status: Int) -> Int { statuses.withLock { $0[status, default: 0] } }

        /// Waits until so many more were answered so.
        func waitForMore(_ status: Int, _ more: Int = 20) {
            let before = count(status)
            #expect(TestClock.eventually { count(status) >= before + more }, "\(statuses.withLock { $0 })")
        }

        /// Ends it, and gives the conversionIds that were answered 202.
        func stop() -> Set<String> {
            isOver.store(true, ordering: .relaxed)
            work.wait()
            #expect(statuses.withLock { Set($0.keys) }.isSubset(of: [202, 503]), "\(statuses.withLock { $0 })")
            return answered.withLock { $0 }
        }
    }

    /// All conversionIds that a relay knows.
    static func all(_ relay: ServedRelay) throws -> Set<String> {
        var ids: Set<String> = []
        var cursor: String?
        repeat {
            let page = try relay.get("/v1/activities?limit=500" + (cursor.map { "&cursor=\($0)" } ?? "")).json
            ids.formUnion(page["activities"]?.arrayValue?.compactMap { $0.text("/conversionId") } ?? [])
            cursor = page.text("/cursor")
        } while cursor != nil
        return ids
    }

    // MARK: A full disk

    @Test(.enabled(if: SmallDisk.isThere, "it takes a file system of its own"))
    func `a full disk is answered 503, and what was answered before and after is there`() throws {
        let disk = try SmallDisk(megabytes: 24)
        let arguments = ["--listen", "127.0.0.1:0", "--store", "sqlite:\(disk.path)/relay.db"]
        let relay = try ServedRelay(arguments: arguments, under: disk.runner())
        let load = Load(port: relay.port)
        load.waitForMore(202, 200)
        for _ in 0..<3 {
            disk.fill()
            load.waitForMore(503)
            let ready = try relay.get("/readyz")
            #expect(ready.status == 503)
            #expect(ready.json.text("/reasons/0")?.contains("space") == true, "\(ready.text)")
            #expect(try relay.get("/v1/activities/gen-0-0").status == 200)
            disk.free()
            load.waitForMore(202, 100)
        }
        disk.fill()
        load.waitForMore(503)
        let answered = load.stop()
        // Nobody asks for anything, and it finds out by itself that there is room again.
        disk.free()
        #expect(try TestClock.eventually { try relay.get("/readyz").status == 200 })
        #expect(try Self.all(relay) == answered)
        relay.crash()
        let pushed = Set(relay.process.output.all().compactMap { JSONValue($0).text("/conversionId") })
        #expect(pushed.subtracting(answered) == [])
        let next = try ServedRelay(arguments: arguments, under: disk.runner())
        // An event whose commit failed as it was synced may be there after a crash, though nobody was told so.
        #expect(try answered.subtracting(Self.all(next)) == [])
    }

    @Test(.enabled(if: SmallDisk.isThere, "it takes a file system of its own"))
    func `a file system that may not be written to is said at the start`() throws {
        let disk = try SmallDisk(megabytes: 4)
        let arguments = ["--listen", "127.0.0.1:0", "--store", "sqlite:\(disk.path)/relay.db"]
        let relay = try ServedRelay(arguments: arguments, under: disk.runner())
        try relay.event(#"{"conversionId":"a"}"#)
        #expect(relay.stop() == 0)
        try disk.setReadOnly(true)
        let line = try disk.runner() + [RelayProcess.program] + arguments
        let result = try CommandResult.of(program: line[0], Array(line.dropFirst()))
        #expect(result.code == 1)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("relay.db") == true, "\(result.errors)")
        #expect(result.errors.first?.contains("Read-only") == true, "\(result.errors)")
        try disk.setReadOnly(false)
        #expect(try ServedRelay(arguments: arguments, under: disk.runner()).activities() == ["a"])
    }

    /// Runs a program without root's right to open what its mode forbids.
    static func unprivileged() throws -> [String] {
        let rights = "-dac_override,-dac_read_search"
        return [try InstalledProgram.path("setpriv"), "--bounding-set=\(rights)", "--inh-caps=\(rights)"]
    }

    @Test(arguments: [0o000, 0o444])
    func `a store that may not be read or written is said, and left`(_ mode: Int) throws {
        let folder = TemporaryFolder()
        let relay = try ServedRelay(folder: folder)
        try relay.event(#"{"conversionId":"a"}"#)
        #expect(relay.stop() == 0)
        chmod(folder.path("relay.db"), mode_t(mode))
        let under = geteuid() == 0 ? try Self.unprivileged() : []
        let line =
            under + [RelayProcess.program, "--listen", "127.0.0.1:0", "--store", "sqlite:\(folder.path("relay.db"))"]
        let result = try CommandResult.of(program: line[0], Array(line.dropFirst()))
        #expect(result.code == 1)
        #expect(result.errors.count == 1)
        #expect(result.errors.first?.contains("Permission denied") == true, "\(result.errors)")
        chmod(folder.path("relay.db"), 0o600)
        #expect(try ServedRelay(folder: folder).activities() == ["a"])
    }

    // MARK: Files that go

    @Test(arguments: ["relay.db", "relay.db-wal", "relay.db-shm", "relay.db.lock"])
    func `a file removed under load: no event is answered 202 that a restart does not know`(_ name: String) throws {
        let relay = try ServedRelay()
        let load = Load(port: relay.port)
        load.waitForMore(202, 50)
        let (path, away) = (relay.folder.path(name), relay.folder.path("away"))
        #expect(rename(path, away) == 0)
        load.waitForMore(503)
        let ready = try relay.get("/readyz")
        #expect(ready.status == 503)
        #expect(ready.json.text("/reasons/0")?.contains("\(name) was removed") == true, "\(ready.text)")
        #expect(try relay.get("/v1/activities/gen-0-0").status == 200)
        #expect(rename(away, path) == 0)
        load.waitForMore(202)
        let answered = load.stop()
        #expect(try TestClock.eventually { try relay.get("/readyz").status == 200 })
        #expect(try Self.all(relay) == answered)
        relay.crash()
        #expect(try Self.all(ServedRelay(folder: relay.folder)) == answered)
    }

    @Test func `readyz tells of a file that is gone before anybody sends an event`() throws {
        let relay = try ServedRelay()
        #expect(try relay.get("/readyz").status == 200)
        #expect(rename(relay.folder.path("relay.db"), relay.folder.path("away")) == 0)
        #expect(try relay.get("/readyz").status == 503)
        #expect(rename(relay.folder.path("away"), relay.folder.path("relay.db")) == 0)
        // A commit of the relay's own may have met with it: the next one tells that it is over.
        #expect(try TestClock.eventually { try relay.get("/readyz").status == 200 })
    }

    // MARK: Backups

    @Test func `a relay started on a backup made under load has all that was answered before it began`() throws {
        let relay = try ServedRelay()
        let load = Load(port: relay.port)
        load.waitForMore(202, 200)
        let before = try Self.all(relay)
        let folder = TemporaryFolder()
        let arguments = ["backup", "--store", "sqlite:\(relay.folder.path("relay.db"))", folder.path("relay.db")]
        let result = try CommandResult.of(arguments)
        #expect(result.code == 0)
        #expect(result.errors == [])
        #expect(folder.names() == ["relay.db"])
        load.waitForMore(202)
        let answered = load.stop()
        let copied = try Self.all(ServedRelay(folder: folder))
        #expect(copied.isSuperset(of: before))
        #expect(copied.isSubset(of: answered))
        let again = try CommandResult.of(arguments)
        #expect(again.code == 1)
        #expect(again.errors.first?.contains("exists already") == true)
        #expect(relay.stop() == 0)
        // With no relay at work, and told by the configuration.
        let configuration = folder.write(
            "relay.json", #"{"store":{"url":"sqlite:\#(relay.folder.path("relay.db"))"}}"#)
        let last = TemporaryFolder()
        #expect(try CommandResult.of(["backup", "--config", configuration, last.path("relay.db")]).code == 0)
        #expect(try Self.all(ServedRelay(folder: last)) == answered)
    }

    @Test(
        .enabled(if: FaultShim.isThere, "there is no C compiler to build the faults with"),
        arguments: [FaultShim.Fault.Kind.enospc, .eio, .die, .torn])
    func `a backup that fails or is killed anywhere leaves nothing of its name`(_ kind: FaultShim.Fault.Kind) throws {
        let relay = try ServedRelay()
        try relay.event("[" + (0..<20).map { #"{"conversionId":"a-\#($0)"}"# }.joined(separator: ",") + "]")
        func back(_ folder: TemporaryFolder, _ shim: FaultShim, _ fault: FaultShim.Fault?) throws -> CommandResult {
            try CommandResult.of(
                ["backup", "--store", "sqlite:\(relay.folder.path("relay.db"))", folder.path("copy.db")],
                environment: shim.environment(fault))
        }
        let whole = TemporaryFolder()
        let counter = FaultShim(watching: whole)
        #expect(try back(whole, counter, nil).code == 0)
        let total = counter.count(of: .file)
        #expect(total > 10)
        for number in stride(from: 1, through: total, by: max(1, total / 8)) {
            let folder = TemporaryFolder()
            let shim = FaultShim(watching: folder)
            let result = try back(folder, shim, FaultShim.Fault(kind, at: number, of: .file))
            #expect(shim.hasCome)
            #expect(!folder.names().contains("copy.db"), "\(kind) at \(number) of \(total)")
            if kind == .die || kind == .torn {
                #expect(result.code == 128 + SIGKILL)
                // One file that tells by its name what it was to be.
                #expect(folder.names().filter { $0.hasPrefix("copy.db.") && !$0.contains("-") }.count == 1)
                #expect(folder.names().count == 1)
            } else {
                #expect(result.code == 1)
                #expect(result.errors.count == 1, "\(result.errors)")
                #expect(folder.names() == [])
            }
        }
        #expect(try Self.all(relay).count == 20)
    }

    @Test func `a backup that cannot be is one line that says why`() throws {
        let folder = TemporaryFolder()
        func line(_ arguments: [String], code: Int32) throws -> String {
            let result = try CommandResult.of(["backup"] + arguments, folder: folder.path)
            #expect(result.code == code)
            #expect(result.output == [])
            #expect(result.errors.count == 1)
            return result.errors.first ?? ""
        }
        #expect(try line([], code: 2).contains("name of a file"))
        #expect(try line(["a", "b"], code: 2).contains("argument b"))
        #expect(try line(["copy.db"], code: 1).contains("no store at data/relay.db"))
        #expect(try line(["--store", "sqlite::memory:", "copy.db"], code: 1).contains("memory"))
        folder.write("notes.txt", String(repeating: "no database", count: 50))
        #expect(try line(["--store", "sqlite:notes.txt", "copy.db"], code: 1).contains("not a database"))
        #expect(folder.names() == ["notes.txt"])
        #expect(try CommandResult.of(["backup", "--help"]).output.first?.contains("backup") == true)
    }
}
