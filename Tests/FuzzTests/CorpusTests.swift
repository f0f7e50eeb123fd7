import TestSupport
import Testing

/// Every input that fuzzing has kept, through the same functions as the fuzzers: `Config/fuzz` runs those.
@Suite struct CorpusTests {
    private static let names = FuzzInput.all.map { $0.name }
    private static let files: [(String, String)] = names.flatMap { name in
        Fixtures.names(in: "fuzz/\(name)", ending: "").filter { !$0.hasPrefix(".") }.map { (name, $0) }
    }

    @Test(arguments: names)
    func `each place where bytes come in has a corpus`(_ name: String) {
        #expect(Self.files.contains { $0.0 == name })
    }

    @Test(arguments: files)
    func `no input of a corpus shows a fault`(_ name: String, _ file: String) throws {
        let input = try #require(FuzzInput.named(name))
        #expect(input.fault(Fixtures.bytes("fuzz/\(name)/\(file)")) == nil)
    }
}
