import Dispatch
import Glibc
import Push
import Synchronization

/// Replay with its three parts side by side: reading, resolving, writing.
///
/// Each part takes the pieces in order, and a few wait between two parts at most.
final class ReplayPipeline: Sendable {
    private let parsed = Mutex<[Piece]>([])
    private let filled = DispatchSemaphore(value: 0)
    private let room = DispatchSemaphore(value: ReplayPipeline.mostWaiting)
    private let outgoing = DispatchQueue(label: "replay.output")
    private let outgoingRoom = DispatchSemaphore(value: ReplayPipeline.mostWaiting)
    private let writeFailure = Mutex<String?>(nil)

    private static let mostWaiting = 4
    private static let pieceBytes = 128 * 1024

    private enum Piece {
        case lines([RecordingParser.Line])
        case end
        case failure(ProgramFailure)
    }

    /// Replays what `descriptor` gives, then lets the clock run on to `until`; true where nothing was wrong with it.
    func run(from descriptor: Int32, _ decoder: EventDecoder, _ replayer: inout Replayer, until: Double?) throws -> Bool
    {
        let parsing = DispatchQueue(label: "replay.input")
        parsing.async { self.parse(descriptor, RecordingParser(decoder)) }
        var isClean = true
        while case let lines = try next(), !lines.isEmpty {
            try emit(try replayer.take(lines))
            isClean = report(&replayer) && isClean
        }
        if let until { try emit(try replayer.run(until: until)) }
        outgoing.sync {}
        try checkOutput()
        return isClean
    }

    // MARK: Reading

    private func parse(_ descriptor: Int32, _ parser: RecordingParser) {
        var parser = parser
        do throws(ProgramFailure) {
            while case let piece = try Descriptor.read(from: descriptor, atMost: Self.pieceBytes), !piece.isEmpty {
                let lines = parser.take(piece[...])
                if !lines.isEmpty { put(.lines(lines)) }
            }
            let last = parser.finish()
            if !last.isEmpty { put(.lines(last)) }
            put(.end)
        } catch {
            put(.failure(error))
        }
    }

    private func put(_ piece: Piece) {
        room.wait()
        parsed.withLock { $0.append(piece) }
        filled.signal()
    }

    /// The next lines; none at the end.
    private func next() throws(ProgramFailure) -> [RecordingParser.Line] {
        filled.wait()
        let piece = parsed.withLock { $0.removeFirst() }
        room.signal()
        switch piece {
        case .lines(let lines): return lines
        case .end: return []
        case .failure(let failure): throw failure
        }
    }

    // MARK: Writing

    private func emit(_ pushes: [Push]) throws(ProgramFailure) {
        guard !pushes.isEmpty else { return }
        try checkOutput()
        outgoingRoom.wait()
        outgoing.async {
            if let failure = StandardOutput.write(PushLines.bytes(pushes)) {
                let reason = String(cString: strerror(failure))
                self.writeFailure.withLock { $0 = "cannot write to standard output: \(reason)" }
            }
            self.outgoingRoom.signal()
        }
    }

    private func checkOutput() throws(ProgramFailure) {
        if let failure = writeFailure.withLock({ $0 }) { throw ProgramFailure(failure) }
    }

    private func report(_ replayer: inout Replayer) -> Bool {
        let complaints = replayer.takeComplaints()
        for complaint in complaints { StandardError.write("activity-relay: \(complaint)\n") }
        return complaints.isEmpty
    }
}
