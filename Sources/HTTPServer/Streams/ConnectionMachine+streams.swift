extension ConnectionMachine {
    // An empty chunk ends the body, without trailer fields (RFC 9112, section 7.1).
    private static let lastChunk: StaticString = "0\r\n\r\n"
    // A line that begins with a colon is a comment (HTML, "Server-sent events", section 9.2.6): it shows that the
    // relay is there, and finds out readers that are not.
    private static let comment = StreamChunk(Array(":\n\n".utf8))

    /// Whether an answer of it is a stream: then nothing more is read, but the peer's end is to be looked for.
    var isStreaming: Bool { stream != nil || early.contains { $0.stream != nil } }

    /// How many of its answers are streams.
    var streamCount: Int { (stream == nil ? 0 : 1) + early.count { $0.stream != nil } }

    /// Whether the peer's end would end a stream that goes on.
    var awaitsPeerEnd: Bool { stream != nil || early.contains { $0.stream.map { !$0.hasEnded } ?? false } }

    /// How many bytes wait to be written.
    var outstanding: Int { output.count + (stream?.count ?? 0) }

    /// Begins the streamed answer to request `number`, or keeps it until its turn.
    mutating func begin(_ number: UInt32, _ response: Response, _ stream: OutgoingStream, date: [UInt8], now: Int64) {
        guard awaitsAnswer(number) else { return }
        guard number == firstNumber else {
            early.append(EarlyAnswer(number: number, response: response, stream: stream))
            return
        }
        write(response, stream, date: date, now: now)
        writeEarly(date: date, now: now)
    }

    /// Writes the head of a stream whose turn has come.
    mutating func write(_ response: Response, _ stream: OutgoingStream, date: [UInt8], now: Int64) {
        guard let slot = slots.first else { return }
        let closes = slot.isVersion10 || announcesEnd(slot, response, isOnly: slots.count == 1)
        output.append { bytes in
            ResponseEncoder.append(
                response, to: &bytes, slot: slot, closes: closes, length: slot.isVersion10 ? .untilClose : .chunked,
                date: date)
        }
        var stream = stream
        stream.begin(
            isChunked: !slot.isVersion10, closes: closes, commentTime: limits.streamComment, now: now)
        self.stream = stream
        if closes { end() }
        deadlines.noteWriting(outstanding: outstanding, limit: limits.writing, now: now)
        if stream.hasEnded || slot.omitsBody { finishStream(now) }
    }

    /// Adds a piece to the streamed answer to request `number`; false if its reader is too slow and is to be cut.
    mutating func send(_ number: UInt32, _ chunk: StreamChunk, now: Int64) -> Bool {
        if number == firstNumber, stream != nil {
            // What waits already counts: one piece may be longer than the limit.
            guard outstanding <= mostStreamBytes else { return false }
            stream?.append(chunk)
            deadlines.noteWriting(outstanding: outstanding, limit: limits.writing, now: now)
        } else if let index = early.firstIndex(where: { $0.number == number && $0.stream != nil }) {
            guard early[index].stream?.count ?? 0 <= mostStreamBytes else { return false }
            early[index].stream?.append(chunk)
        }
        return true
    }

    /// How many bytes of a stream may wait now.
    private var mostStreamBytes: Int { min(limits.streamBytes, max(allowance, Allowance.leastOfStream)) }

    /// Ends the streamed answer to request `number`.
    mutating func endStream(_ number: UInt32, date: [UInt8], now: Int64) {
        if number == firstNumber, stream != nil {
            finishStream(now)
            writeEarly(date: date, now: now)
        } else if let index = early.firstIndex(where: { $0.number == number }) {
            early[index].stream?.hasEnded = true
        }
    }

    /// Ends all streams of the connection: its peer has ended, or the server does.
    mutating func endStreams(date: [UInt8], now: Int64) {
        for index in early.indices { early[index].stream?.hasEnded = true }
        endStream(firstNumber, date: date, now: now)
    }

    /// Sends a comment, or ends the stream, if it is time for it; whether it was for the end.
    mutating func passStreamTime(date: [UInt8], now: Int64) -> Bool {
        guard let stream else { return false }
        if now >= stream.endsAt {
            endStream(firstNumber, date: date, now: now)
            return true
        }
        if now >= stream.commentAt {
            self.stream?.noteComment(limits.streamComment, now: now)
            // Behind what waits already it would tell nothing.
            if outstanding == 0 { _ = send(firstNumber, Self.comment, now: now) }
        }
        return false
    }

    /// Gives up all streams; whoever feeds them is told.
    mutating func forgetStreams() {
        stream = nil
        early.removeAll()
    }

    /// The oldest request is answered: what of its stream waits is ordinary output now.
    private mutating func finishStream(_ now: Int64) {
        guard let stream = stream.take(), let slot = takeSlot() else { return }
        if !slot.omitsBody {
            output.append { bytes in
                stream.unwritten(.max) { bytes.append(contentsOf: $0) }
                if stream.isChunked { bytes.append(Self.lastChunk) }
            }
        }
        deadlines.noteWriting(outstanding: outstanding, limit: limits.writing, now: now)
        if stream.closes { endAfterAnswer() }
    }
}
