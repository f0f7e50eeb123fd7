import Glibc
import TestSupport
import Testing

/// Whatever write, sync or send fails, and however: what was answered is there, and in the end all show the same.
///
/// With FAULTS=all in the environment every operation fails in turn, which takes minutes, with the name of a kind each in
/// that way; with a number, so many of each kind do; else a few.
@Suite(
    .serialized, .timeLimit(.minutes(5 * 60)),
    .enabled(if: FaultShim.isThere, "there is no C compiler to build the faults with"))
struct `Faults` {
    typealias Fault = FaultShim.Fault

    /// One kind of fault, at one of several places of the story.
    struct Place: CustomTestStringConvertible, Sendable {
        var kind: Fault.Kind
        var operations: Fault.Operations
        var index: Int
        var testDescription: String { "\(kind) of a \(operations), \(index)" }
    }

    static let wanted = getenv("FAULTS").map { String(cString: $0) } ?? ""
    /// The kinds of which every place is tried.
    static let thoroughKinds = wanted == "all" ? Fault.Kind.allCases : Fault.Kind(rawValue: wanted).map { [$0] } ?? []

    /// How many places of each kind are tried where not all are.
    static let some = max(2, Int(wanted) ?? 3)

    static let places: [Place] = {
        let files: [Fault.Kind] = [.eio, .enospc, .short, .die, .torn]
        let sockets: [Fault.Kind] = [.reset, .short, .die, .torn]
        return files.flatMap { kind in (0..<some).map { Place(kind: kind, operations: .file, index: $0) } }
            + sockets.flatMap { kind in (0..<some - 1).map { Place(kind: kind, operations: .socket, index: $0) } }
    }()

    /// What the story comes to without a fault, and by how many operations.
    struct Reference {
        var end: FaultStory.End
        var files: Int
        var sockets: Int
    }

    static let reference = Result { try tellWithoutFault() }

    private static func tellWithoutFault() throws -> Reference {
        let story = try FaultStory()
        try story.tell(nil, restarts: false)
        // It is at rest once nothing is written for longer than any interval between two pushes.
        var before = -1
        _ = try TestClock.eventually {
            usleep(300_000)
            defer { before = story.count(of: .file) }
            return try story.end().shown.count == expectedTargets && before == story.count(of: .file)
        }
        return Reference(
            end: try story.end(), files: story.count(of: .file), sockets: story.count(of: .socket))
    }

    /// Four devices, and the log.
    private static let expectedTargets = 5

    @Test func `the story comes to what it says`() throws {
        let end = try Self.reference.get().end
        #expect(end.activities["a"]?.hasPrefix("superseded, ") == true)
        #expect(end.activities["b"]?.hasPrefix(#"completed, "completed" "Ready" 1 "#) == true)
        #expect(end.activities["c"]?.hasPrefix("failed, ") == true)
        #expect(end.activities["d"]?.hasPrefix("active, ") == true)
        for device in ["d1 a", "d2 b", "d3 c"] { #expect(end.shown[device]?.hasPrefix("the end, ") == true) }
        #expect(end.shown["log e"]?.hasPrefix("the end, ") == true)
        #expect(end.shown["d4 d"]?.hasPrefix("the end, ") == false)
        #expect(end.alerts.contains("c"))
    }

    @Test(arguments: thoroughKinds.isEmpty ? places : [])
    func `a fault anywhere leaves what was answered`(_ place: Place) throws {
        let reference = try Self.reference.get()
        // The last ones may not come: how many there are is a matter of how commits fall together.
        let total = (place.operations == .file ? reference.files : reference.sockets) * 3 / 4
        // A prime step, so that each kind has other places than the next.
        let spread = (place.index * 2 + 1) * total / (2 * Self.some) + place.kind.rawValue.utf8.count * 7
        let at = 1 + spread % total
        var story = try Self.check(Fault(place.kind, at: at, of: place.operations))
        // Where commits fell together as never before there were fewer operations.
        if !story.hasCome { story = try Self.check(Fault(place.kind, at: (at + 1) / 2, of: place.operations)) }
        #expect(story.hasCome)
    }

    @Test(.enabled(if: !thoroughKinds.isEmpty, "FAULTS=all is not set"), arguments: thoroughKinds)
    func `every operation in turn`(_ kind: Fault.Kind) throws {
        let reference = try Self.reference.get()
        if kind != .reset { Self.checkAll(kind, .file, upTo: reference.files) }
        if kind != .eio, kind != .enospc { Self.checkAll(kind, .socket, upTo: reference.sockets) }
    }

    /// One that cannot be told ends none of those after it.
    private static func checkAll(_ kind: Fault.Kind, _ operations: Fault.Operations, upTo last: Int) {
        for at in 1...last {
            let fault = Fault(kind, at: at, of: operations)
            do { try check(fault) } catch { Issue.record(error, "\(fault)") }
        }
        print("\(kind) of \(operations): \(last) places")
    }

    @discardableResult
    private static func check(_ fault: Fault) throws -> FaultStory {
        let want = try reference.get().end
        let story = try FaultStory()
        try story.tell(fault, restarts: fault.number % 2 == 0)
        // Outcomes of pushes are stored after the answers.
        _ = TestClock.eventually(within: 1) { story.hasCome }
        try story.restart()
        var got = FaultStory.End()
        let isSame = try TestClock.eventually(within: 15) {
            got = try story.end()
            return got == want
        }
        #expect(isSame, "\(fault):\n\(got)\nand not\n\(want)")
        return story
    }
}
