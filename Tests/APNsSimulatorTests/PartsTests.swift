import Crypto
import Glibc
import HTTPServer
import TestSupport
import Testing

@testable import APNsSimulator

struct PartsTests {
    // MARK: Fields

    @Test func `each field is known by its name, and no other`() {
        for field in PushField.allCases {
            let name = Array(String(describing: field.name).utf8)
            #expect(name.withUnsafeBufferPointer { PushField($0) } == field)
            for index in name.indices {
                var other = name
                other[index] ^= 0x20
                #expect(other.withUnsafeBufferPointer { PushField($0) } == nil)
            }
        }
        #expect(Array("content-type".utf8).withUnsafeBufferPointer { PushField($0) } == nil)
        #expect([UInt8]().withUnsafeBufferPointer { PushField($0) } == nil)
    }

    @Test func `a request's room is used again without a trace of the last`() throws {
        var push = SentPush("bearer x", "body")
        push.fields.append(("apns-id", "twice"))
        var request = push.request
        #expect(request.hasDuplicates)
        request.removeAll()
        #expect(!request.hasDuplicates)
        #expect(request.body == [])
        #expect(request.bodyBytes == 0)
        for field in PushField.allCases { #expect(!request.has(field)) }
    }

    @Test func `fields and bodies beyond their bounds are not kept`() {
        var push = SentPush("bearer \(String(repeating: "x", count: 7990))", String(repeating: "b", count: 5000))
        #expect(push.request.isHeadTooLarge)
        #expect(push.request.body == [])
        #expect(push.request.bodyBytes == 5000)
        push.set("authorization", "bearer x")
        #expect(!push.request.isHeadTooLarge)
    }

    // MARK: Small machines

    @Test func `resets are counted by the second`() {
        var window = ResetWindow(most: 2)
        let second: Int64 = 1_000_000_000
        #expect(window.isTooMany(at: 5 * second) == false)
        #expect(window.isTooMany(at: 5 * second + 1) == false)
        #expect(window.isTooMany(at: 6 * second) == false)
        #expect(window.isTooMany(at: 6 * second) == false)
        #expect(window.isTooMany(at: 7 * second - 1) == true)
        var open = ResetWindow(most: nil)
        for _ in 0..<1000 { #expect(open.isTooMany(at: 0) == false) }
    }

    @Test func `delayed answers come in the order of their dates`() {
        var delayed = DelayedAnswers()
        for (due, stream) in [(30, 3), (10, 1), (20, 2), (10, 4)] as [(Int64, Int32)] {
            delayed.add(.init(due: due, ticket: .mailbox, stream: stream, answer: .accepted))
        }
        #expect(delayed.nextDue == 10)
        #expect(delayed.popDue(at: 9) == nil)
        var order: [Int32] = []
        while let entry = delayed.popDue(at: 25) { order.append(entry.stream) }
        #expect(order == [1, 4, 2])
        #expect(delayed.nextDue == 30)
    }

    @Test func `ids are lower-case UUIDs of version 4, all different`() {
        var ids = MessageIds(seed: 7)
        var seen: Set<String> = []
        var buffer = [UInt8](repeating: 0, count: MessageIds.length)
        for _ in 0..<1000 {
            buffer.withUnsafeMutableBufferPointer { ids.write(to: $0.baseAddress!) }
            #expect(PushCheck.isMessageId(buffer[...]))
            #expect(buffer[14] == UInt8(ascii: "4"))
            #expect("89ab".utf8.contains(buffer[19]))
            seen.insert(String(decoding: buffer, as: UTF8.self))
        }
        #expect(seen.count == 1000)
    }

    @Test func `output is written in pieces`() {
        var output = OutputBuffer()
        for text in ["abc", "def"] { Array(text.utf8).withUnsafeBufferPointer { output.append($0) } }
        output.drop(2)
        #expect(output.use { Array($0) } == Array("cdef".utf8))
        output.drop(4)
        #expect(output.count == 0)
        Array("g".utf8).withUnsafeBufferPointer { output.append($0) }
        #expect(output.use { Array($0) } == Array("g".utf8))
    }

    // MARK: The command line

    @Test func `without options the usual places and names hold`() throws {
        let options = try Options([])
        #expect(options.listen == .tcp(host: "127.0.0.1", port: 2197))
        #expect(options.control == .tcp(host: "127.0.0.1", port: 2198))
        #expect(options.directory == "./data/apns")
        #expect(options.topics == ["com.example.app"])
        #expect(options.teams == ["SIMULATOR1"])
        #expect(options.keys == ["SIMULATED1"])
        #expect(options.limits.firstStreams == 1)
        #expect(options.limits.streams == 1000)
        #expect(!options.isQuiet)
    }

    @Test func `options are read`() throws {
        let options = try Options([
            "--listen", "[::1]:0", "--control=localhost:99", "--directory", "x/y", "--team", "T1", "--key", "K1",
            "--key", "K2", "--topic", "a.b", "--topic", "c.d", "--record", "7", "--streams", "9", "--first-streams",
            "2", "--rapid-reset", "5", "--clock-offset", "-60", "--quiet",
        ])
        #expect(options.listen == .tcp(host: "::1", port: 0))
        #expect(options.control == .tcp(host: "localhost", port: 99))
        #expect(options.teams == ["T1", "T1"])
        #expect(options.keys == ["K1", "K2"])
        #expect(options.topics == ["a.b", "c.d"])
        #expect(options.record == 7)
        #expect(options.limits.streams == 9)
        #expect(options.limits.firstStreams == 2)
        #expect(options.limits.resetsPerSecond == 5)
        #expect(options.clockOffset == -60)
        #expect(options.isQuiet)
    }

    @Test(arguments: [
        ["--listen"], ["--listen", "2197"], ["--listen", ":1"], ["--listen", "h:65536"], ["--listen", "h:x"],
        ["--key", "../x"], ["--team", ""], ["--topic", "a b"], ["--record", "-1"], ["--record", "x"], ["--loud"],
        ["file"], ["--key", "K", "--key", "K"], ["--team", "A", "--team", "B", "--key", "K"], ["--streams", "0"],
    ]) func `a command line that cannot be understood is said`(_ arguments: [String]) {
        #expect(throws: UsageError.self) { try Options(arguments) }
    }

    // MARK: Files

    @Test func `files are made once and found again, keys for nobody else's eyes`() throws {
        let folder = TemporaryFolder()
        let first = try Workspace(folder.path("a/b"))
        try first.prepareCertificate()
        let key = try first.providerKey(teamId: "T", keyId: "K")
        for name in ["ca.pem", "server.pem", "server.key", "AuthKey_K.p8"] {
            #expect(!folder.text(of: "a/b/\(name)").isEmpty)
        }
        for name in ["server.key", "AuthKey_K.p8"] { #expect(folder.mode(of: "a/b/\(name)") == 0o600) }
        let text = folder.text(of: "a/b/server.pem")
        let second = try Workspace(folder.path("a/b"))
        try second.prepareCertificate()
        #expect(folder.text(of: "a/b/server.pem") == text)
        let message = Array("message".utf8)
        #expect(try second.providerKey(teamId: "T", keyId: "K").key.isValid(key.key.sign(message), of: message))
    }

    @Test func `a certificate that does not belong to its authority is made anew`() throws {
        let folder = TemporaryFolder()
        let workspace = try Workspace(folder.path)
        try workspace.prepareCertificate()
        let stranger = try ThrowawayCertificate.make()
        #expect(stranger.isUsable)
        folder.write("ca.pem", stranger.authority)
        try workspace.prepareCertificate()
        let made = ThrowawayCertificate(
            authority: folder.text(of: "ca.pem"), certificate: folder.text(of: "server.pem"),
            key: folder.text(of: "server.key"))
        #expect(made.isUsable)
        #expect(made.authority != stranger.authority)
    }

    @Test func `a key that cannot be read is said with its place`() throws {
        let folder = TemporaryFolder()
        let workspace = try Workspace(folder.path)
        folder.write("AuthKey_K.p8", "no key")
        let error = #expect(throws: SimulatorFailure.self) { try workspace.providerKey(teamId: "T", keyId: "K") }
        #expect(error?.description.contains("AuthKey_K.p8") == true)
        #expect(error?.description.contains("Remove it") == true)
    }

    @Test func `a directory that cannot be made is said with its place`() {
        let folder = TemporaryFolder()
        folder.write("file", "")
        let error = #expect(throws: SimulatorFailure.self) { try Workspace(folder.path("file/x")) }
        #expect(error?.description.contains("file/x") == true)
    }
}

extension TemporaryFolder {
    /// Who may read or write a file of it.
    fileprivate func mode(of name: String) -> mode_t {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// What a small file of it says.
    fileprivate func text(of name: String) -> String {
        guard let file = fopen(path(name), "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
