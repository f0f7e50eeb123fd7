import ActivityResolver
import JSON
import Push

/// Reads a recording piece by piece and writes each push that would be sent.
struct Replayer {
    private let relay: VirtualRelay
    private let decoder: EventDecoder
    private var rest: [UInt8] = []
    private var line = 0
    /// What is to go to standard output: whole lines.
    private(set) var output: [UInt8] = []
    /// What is to go to standard error, a line each.
    private(set) var complaints: [String] = []
    /// Whether a line was bad or an event was refused.
    private(set) var hasFailed = false

    init(_ relay: VirtualRelay, decoder: EventDecoder) {
        self.relay = relay
        self.decoder = decoder
    }

    /// Takes the next piece of the recording, whole lines or not.
    mutating func take(_ piece: ArraySlice<UInt8>) throws {
        guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else {
            rest += piece
            return
        }
        let bytes = rest + piece[..<end]
        rest = Array(piece[(end + 1)...])
        try takeLines(bytes)
    }

    /// Takes what is left, and lets the clock run on to `instant`, if one is given.
    mutating func finish(until instant: Double?) throws {
        if !rest.isEmpty { try takeLines(rest) }
        rest = []
        if let instant { write(try relay.run(until: instant)) }
    }

    /// Forgets what was put out.
    mutating func clear() {
        output.removeAll(keepingCapacity: true)
        complaints.removeAll()
    }

    private mutating func takeLines(_ bytes: [UInt8]) throws {
        for range in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.indices) {
            line += 1
            if !IntakeReader.isBlank(bytes[range]) { try takeLine(bytes, range) }
        }
    }

    private mutating func takeLine(_ bytes: [UInt8], _ range: Range<Int>) throws {
        do {
            let recorded = try RecordedLine(bytes, range: range, decoder)
            let (answer, pushes) = try relay.take(recorded.event, at: recorded.at)
            write(pushes)
            if case .failure(let problem)? = answer { complain(problem.detail, problem.pointer) }
        } catch let fault as JSONError {
            complain(fault.message, fault.pointer)
        }
    }

    private mutating func complain(_ detail: String, _ pointer: String?) {
        hasFailed = true
        let place = pointer.map { $0.isEmpty ? "" : " \($0)" } ?? ""
        complaints.append("line \(line)\(place): \(detail)")
    }

    private mutating func write(_ pushes: [Engine.HandedOver]) {
        guard !pushes.isEmpty else { return }
        var writer = JSONWriter(capacity: pushes.count * 512)
        for handed in pushes {
            writer.push(handed.push)
            writer.newline()
        }
        output += writer.bytes
    }
}
