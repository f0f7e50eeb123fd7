import TestSupport
import Testing

/// Every input that fuzzing has kept, through the same functions as the fuzzers: `Config/fuzz` runs those.
@Suite struct CorpusTests {
    @Test(arguments: FuzzInput.all.map { $0.name })
    func `no input of a corpus shows a fault`(_ name: String) throws {
        let input = try #require(FuzzInput.named(name))
        let files = Fixtures.names(in: "fuzz/\(name)", ending: "").filter { !$0.hasPrefix(".") }
        #expect(!files.isEmpty)
        for file in files {
            if let fault = input.fault(Fixtures.bytes("fuzz/\(name)/\(file)")) { Issue.record("\(file): \(fault)") }
        }
    }
}
