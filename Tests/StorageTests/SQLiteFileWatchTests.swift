import Glibc
import TestSupport
import Testing

@testable import Storage

/// Files that are taken away from a store at work.
@Suite struct SQLiteFileWatchTests {
    private let directory = TemporaryFolder()
    private var path: String { directory.path + "/relay.db" }

    @Test(arguments: ["", "-wal", "-shm", ".lock"])
    func `a file that was removed refuses commits until it is back, and reads go on`(_ suffix: String) throws {
        let store = try SQLiteStore(path: path)
        defer { store.close() }
        let row = try store.put(.full("a"))
        #expect(store.visibleFault == nil)
        #expect(rename(path + suffix, path + ".away") == 0)
        #expect(storeErrorCode { try store.put(.full("b")) } == .replaced)
        #expect(storeErrorCode { try store.tryWriting() } == .replaced)
        #expect(store.visibleFault?.message.hasPrefix("\(path)\(suffix) was removed") == true)
        try #expect(store.read { try $0.activity("a") } == row)
        #expect(rename(path + ".away", path + suffix) == 0)
        #expect(store.visibleFault == nil)
        try store.tryWriting()
        try store.put(.full("b"))
        try #expect(store.read { try $0.counts() } == ["active": 2])
    }

    @Test func `a file is named alike by its path, by its descriptor and by its status`() throws {
        let file = try WrittenFile(directory.path + "/file")
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(FileIdentity(at: file.path) == FileIdentity(status))
        #expect(FileIdentity(of: file.descriptor) == FileIdentity(status))
        #expect(FileIdentity(at: directory.path) != FileIdentity(status))
        #expect(FileIdentity(at: file.path + ".none") == nil)
    }

    /// A sync would have to write that time too. Before Linux 6.13 nobody's look does.
    @Test func `a look at a file does not make its next write note a new time`() throws {
        let looked = try WrittenFile(directory.path + "/looked")
        let other = try WrittenFile(directory.path + "/other")
        // Unasked, most systems take the same time for all writes between two ticks of their clock.
        func areTimesShared(_ look: () -> Void) -> Bool {
            (0..<200).contains { _ in
                other.write()
                looked.write()
                look()
                looked.write()
                return looked.nanoseconds == other.nanoseconds
            }
        }
        let identity = FileIdentity(of: looked.descriptor)
        let areUnasked = areTimesShared { #expect(FileIdentity(at: looked.path) == identity) }
        #expect(areUnasked == areTimesShared {})
    }

    @Test func `a database put in the place of another is not touched, and the next start takes it`() throws {
        let other = directory.path + "/other.db"
        let made = try SQLiteStore(path: other)
        try made.put(.full("other"))
        made.close()
        let bytes = try readFile(other)
        let store = try SQLiteStore(path: path)
        try store.put(.full("a"))
        for suffix in ["-wal", "-shm"] { #expect(unlink(path + suffix) == 0) }
        #expect(rename(other, path) == 0)
        #expect(storeErrorCode { try store.put(.full("b")) } == .replaced)
        #expect(store.visibleFault?.message.contains("relay.db was replaced") == true)
        try store.maintain()
        try #expect(store.read { try $0.counts() } == ["active": 1])
        store.close()
        try #expect(readFile(path) == bytes)
        let next = try SQLiteStore(path: path)
        defer { next.close() }
        try #expect(next.read { try $0.activity("other") } != nil)
        try #expect(next.read { try $0.activity("a") } == nil)
    }

    @Test func `the log of a store at work that was taken away is not the next one's`() throws {
        let first = try SQLiteStore(path: path)
        try first.put(.full("a"))
        for suffix in ["", "-wal", "-shm", ".lock"] { #expect(unlink(path + suffix) == 0) }
        let second = try SQLiteStore(path: path)
        try second.put(.full("b"))
        // Its end must not take away the log of the other.
        first.close()
        try second.put(.full("c"))
        second.close()
        let third = try SQLiteStore(path: path)
        defer { third.close() }
        try #expect(third.read { try $0.counts() } == ["active": 2])
    }
}

/// A file that is written now and then.
private final class WrittenFile {
    let path: String
    let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
    }

    func write() {
        #expect(pwrite(descriptor, path, 1, 0) == 1)
    }

    /// When it was last written, within its second.
    var nanoseconds: Int {
        var status = stat()
        #expect(fstat(descriptor, &status) == 0)
        return status.st_mtim.tv_nsec
    }
}
