import Glibc
import TestSupport
import Testing

@testable import Relay

/// Files that are read whole.
@Suite struct DescriptorTests {
    private let folder = TemporaryFolder()

    @Test func `a pipe that nobody writes to is not waited for without end`() throws {
        let path = folder.path("secret")
        try #require(mkfifo(path, 0o600) == 0)
        #expect {
            try Descriptor.contents(of: path, patience: 20)
        } throws: { error in
            "\(error)".contains("\(path) is a pipe that was not written to its end")
        }
    }

    @Test func `what is written into a pipe is read to its end`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let text = Array("secret".utf8)
        #expect(write(ends[1], text, text.count) == text.count)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try Descriptor.contents(of: "/proc/self/fd/\(ends[0])") == text)
        #expect(try Descriptor.contents(of: folder.write("file", "text")) == Array("text".utf8))
    }
}
