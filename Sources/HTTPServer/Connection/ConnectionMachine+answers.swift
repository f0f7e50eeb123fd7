extension ConnectionMachine {
    /// The handler has decided about `head`. `bodyHasBegun`: whether bytes of its body have come already.
    mutating func decided(
        _ decision: HeadDecision, on head: RequestHead, bodyHasBegun: Bool, date: [UInt8], now: Int64
    ) {
        switch decision {
        case .accept(let maximum, let goesAlone):
            nextGoesAlone = goesAlone
            parser.accept(maximumBodyBytes: maximum)
            // RFC 9110, section 10.1.1: not needed once the body comes; and 413 takes its place.
            owesContinue =
                head.expectsContinue && head.announcesBody && !bodyHasBegun && head.contentLength ?? 0 <= maximum
            payContinue(now)
        case .answer(let response):
            answerUnread(response, to: head, bodyHasBegun: bodyHasBegun, date: date, now: now)
        }
    }

    /// The answer to a fault.
    mutating func refused(
        _ fault: RequestFault, with response: Response, bodyHasBegun: Bool, date: [UInt8], now: Int64
    ) {
        if !fault.isFatal, let head = parser.undecidedHead {
            answerUnread(response, to: head, bodyHasBegun: bodyHasBegun, date: date, now: now)
            return
        }
        answerLast(response, omitsBody: parser.method == .head, date: date, now: now)
    }

    /// Answers a request whose body is not wanted: the body is read and dropped, or the connection ends.
    private mutating func answerUnread(
        _ response: Response, to head: RequestHead, bodyHasBegun: Bool, date: [UInt8], now: Int64
    ) {
        // A client that waits for 100 may send the body after the answer or may not: there is no telling.
        let isUnclear = head.expectsContinue && head.announcesBody && !bodyHasBegun
        guard !isUnclear, head.keepAlive, parser.skipBody(maximum: limits.skippedBytes) else {
            answerLast(response, omitsBody: head.method == .head, date: date, now: now)
            return
        }
        let slot = Slot(
            omitsBody: head.method == .head, isVersion10: head.isVersion10, saysKeepAlive: head.isVersion10,
            isLast: false)
        answer(place(slot), response, date: date, now: now)
    }

    private mutating func answerLast(_ response: Response, omitsBody: Bool, date: [UInt8], now: Int64) {
        end()
        let slot = Slot(
            omitsBody: omitsBody, isVersion10: false, saysKeepAlive: false, isLast: true)
        answer(place(slot), response, date: date, now: now)
    }

    private mutating func place(_ slot: Slot) -> UInt32 {
        slots.append(slot)
        return firstNumber &+ UInt32(slots.count - 1)
    }

    /// Writes the answer to request `number` into the output, or keeps it until its turn (RFC 9112, section 9.3.2).
    ///
    /// A second answer to a request is dropped.
    mutating func answer(_ number: UInt32, _ response: Response, date: [UInt8], now: Int64) {
        guard awaitsAnswer(number) else { return }
        guard number == firstNumber else {
            early.append(EarlyAnswer(number: number, response: response))
            return
        }
        write(response, date: date, now: now)
        writeEarly(date: date, now: now)
    }

    /// Whether no answer to request `number` has come.
    func awaitsAnswer(_ number: UInt32) -> Bool {
        guard number &- firstNumber < slots.count else { return false }
        return number == firstNumber ? stream == nil : !early.contains { $0.number == number }
    }

    /// Writes those answers whose turn has come by the answer before.
    mutating func writeEarly(date: [UInt8], now: Int64) {
        while stream == nil, !early.isEmpty, let index = early.firstIndex(where: { $0.number == firstNumber }) {
            let answer = early.remove(at: index)
            if let stream = answer.stream {
                write(answer.response, stream, date: date, now: now)
            } else {
                write(answer.response, date: date, now: now)
            }
        }
        payContinue(now)
    }

    /// The oldest request's place, which is free from now on.
    mutating func takeSlot() -> Slot? {
        guard !slots.isEmpty else { return nil }
        let slot = slots.removeFirst()
        firstNumber &+= 1
        bytesInFlight -= slot.bodyBytes
        return slot
    }

    /// Whether an answer says that the connection ends with it; `isOnly`: whether no other request awaits one.
    func announcesEnd(_ slot: Slot, _ response: Response, isOnly: Bool) -> Bool {
        // While draining, requests that were read are still answered: only the last of them announces the end.
        slot.isLast || response.closes || isDraining && isOnly && !parser.isInBody
    }

    /// Writes the answer to the oldest request.
    private mutating func write(_ response: Response, date: [UInt8], now: Int64) {
        guard let slot = takeSlot() else { return }
        let closes = announcesEnd(slot, response, isOnly: slots.isEmpty)
        output.append { bytes in
            ResponseEncoder.append(response, to: &bytes, slot: slot, closes: closes, date: date)
        }
        deadlines.noteWriting(outstanding: outstanding, limit: limits.writing, now: now)
        if closes { endAfterAnswer() }
    }

    /// RFC 9112, section 9.6: after `close` was said nothing further is answered.
    mutating func endAfterAnswer() {
        end()
        slots.removeAll()
        early.removeAll()
        bytesInFlight = 0
    }

    /// An interim answer may not overtake the answers to earlier requests.
    private mutating func payContinue(_ now: Int64) {
        guard owesContinue, slots.isEmpty, phase == .open else { return }
        owesContinue = false
        output.append { bytes in bytes.append(StatusLine.proceed) }
        deadlines.noteWriting(outstanding: outstanding, limit: limits.writing, now: now)
        // The client could not send before.
        deadlines.forgetReading()
    }
}
