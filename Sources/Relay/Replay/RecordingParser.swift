import JSON

/// Cuts a recording into lines, piece by piece, and reads each.
struct RecordingParser: Sendable {
    /// A line that is not blank.
    struct Line: Sendable {
        /// Its number in the recording, from 1.
        var number: Int
        /// What it records, or what is wrong with it.
        var content: Result<RecordedLine, JSONError>
    }

    private let decoder: EventDecoder
    private var rest: [UInt8] = []
    private var count = 0

    init(_ decoder: EventDecoder) {
        self.decoder = decoder
    }

    /// The lines that end in the next piece.
    mutating func take(_ piece: ArraySlice<UInt8>) -> [Line] {
        guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else {
            rest += piece
            return []
        }
        let bytes = rest + piece[..<end]
        rest = Array(piece[(end + 1)...])
        return lines(bytes)
    }

    /// The last line, if it has no end.
    mutating func finish() -> [Line] {
        defer { rest = [] }
        return rest.isEmpty ? [] : lines(rest)
    }

    private mutating func lines(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        for range in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.indices) {
            count += 1
            if !IntakeReader.isBlank(bytes[range]) { lines.append(Line(number: count, content: read(bytes, range))) }
        }
        return lines
    }

    private func read(_ bytes: [UInt8], _ range: Range<Int>) -> Result<RecordedLine, JSONError> {
        do {
            return .success(try RecordedLine(bytes, range: range, decoder))
        } catch {
            return .failure(error)
        }
    }
}
