import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Copies of a store.
@Suite struct SQLiteBackupTests {
    private let directory = TemporaryFolder()
    private var path: String { directory.path + "/relay.db" }
    private var copy: String { directory.path + "/copy.db" }

    @Test func `a copy that is cut short leaves nothing`() throws {
        let store = try SQLiteStore(path: path)
        try store.transaction { transaction in
            for number in 0..<1000 {
                var row = ActivityRow.full("a\(number)")
                row.state = [UInt8](repeating: 7, count: 3000)
                try transaction.put(&row)
            }
        }
        store.close()
        var asked = 0
        let code = storeErrorCode {
            _ = try SQLiteBackup.run(path, to: copy) {
                asked += 1
                return asked == 2
            }
        }
        #expect(code == .cancelled && asked == 2)
        #expect(directory.names().filter { $0.hasPrefix("copy.db") } == [])
    }

    @Test func `a place where a directory is can be told without opening it`() {
        #expect(storeErrorCode { try SQLiteStore.checkPlace(directory.path) } == .cannotOpen)
        #expect(storeErrorCode { try SQLiteStore.checkPlace(path) } == nil)
    }

    @Test func `a copy of a store in use has all that was committed before, and nothing by halves`() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        let isOver = Atomic(false)
        let committed = Atomic(0)
        let writer = DispatchGroup()
        DispatchQueue(label: "test.writer").async(group: writer) {
            while !isOver.load(ordering: .acquiring) {
                let number = committed.load(ordering: .relaxed)
                // Two that belong together.
                try? store.transaction { transaction in
                    for half in ["a", "b"] {
                        var row = ActivityRow.full("\(half)\(number)")
                        row.state = [UInt8](repeating: 7, count: 3000)
                        try transaction.put(&row)
                    }
                }
                try? store.maintain()
                committed.store(number + 1, ordering: .releasing)
            }
        }
        for round in 0..<5 {
            while committed.load(ordering: .acquiring) < 200 * (round + 1) { usleep(1000) }
            let before = committed.load(ordering: .acquiring)
            let target = "\(copy)\(round)"
            let bytes = try SQLiteBackup.run(path, to: target)
            try #expect(readFile(target).count == bytes)
            let opened = try SQLiteStore(path: target)
            let count = try opened.read { try $0.counts() }["active", default: 0]
            #expect(count % 2 == 0)
            #expect(count >= 2 * before)
            try #expect(opened.read { try $0.activity("b\(before - 1)") } != nil)
            opened.close()
        }
        isOver.store(true, ordering: .releasing)
        writer.wait()
    }

    @Test func `a store that no relay uses is copied, and what a crash left stays`() throws {
        let original = directory.path + "/original.db"
        let store = try SQLiteStore(path: original)
        try store.put(.full("a"))
        for suffix in ["", "-wal"] { try writeFile(path + suffix, readFile(original + suffix)) }
        store.close()
        let before = try [readFile(path), readFile(path + "-wal")]
        _ = try SQLiteBackup.run(path, to: copy)
        try #expect([readFile(path), readFile(path + "-wal")] == before)
        let opened = try SQLiteStore(path: copy)
        defer { opened.close() }
        try #expect(opened.read { try $0.counts() } == ["active": 1])
    }

    @Test func `the copy is for its owner only, and nothing else is left`() throws {
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        let before = Set(directory.names())
        _ = try SQLiteBackup.run(path, to: copy)
        #expect(Set(directory.names()).subtracting(before) == ["copy.db"])
        var status = stat()
        #expect(stat(copy, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        store.close()
    }

    @Test func `a file that exists is left as it is`() throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        try writeFile(copy, [1, 2, 3])
        let link = directory.path + "/link.db"
        #expect(symlink(directory.path + "/nowhere", link) == 0)
        let before = directory.names().sorted()
        for target in [copy, link, path] {
            #expect(storeErrorCode { _ = try SQLiteBackup.run(path, to: target) } == .cannotOpen)
        }
        try #expect(readFile(copy) == [1, 2, 3])
        #expect(directory.names().sorted() == before)
    }

    @Test func `a store that is not there and a place that cannot be are said`() throws {
        #expect(storeErrorCode { _ = try SQLiteBackup.run(path, to: copy) } == .cannotOpen)
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        #expect(storeErrorCode { _ = try SQLiteBackup.run(path, to: directory.path + "/no/copy.db") } == .cannotOpen)
        #expect(!directory.names().contains("copy.db"))
    }
}
