extension ConnectionMachine {
    /// How many bytes of answers wait, those of streams apart.
    var waitingBytes: Int {
        early.isEmpty ? output.count : early.reduce(output.count) { $0 + $1.response.body.count }
    }

    /// How many bytes are held for the connection, or promised by its peer: see `ServerLimits.heldBytes`.
    var heldBytes: Int {
        let requests = slots.reduce(0) { $0 + $1.bodyBytes + $1.headBytes }
        let answers = early.reduce(output.heldBytes) { $0 + $1.response.body.count + ($1.stream?.count ?? 0) }
        return requests + answers + (stream?.count ?? 0) + parser.heldBytes
    }

    /// Whether the request with this head may be taken in: it was not read yet, and its head is held already.
    func hasRoom(for head: RequestHead) -> Bool {
        heldBytes + (head.contentLength ?? 0) <= allowance
    }

    /// What is to be done if more has come than there is room for, without anybody having been asked: a head, or a
    /// body in chunks.
    func overflow() -> Action {
        guard phase == .open, parser.unaskedBytes > allowance else { return .wait }
        return .refuse(RequestFault(503, Self.noRoom))
    }

    /// What a request is told for which there is no room.
    static let noRoom = "The server holds as much as it may for those that were here before; try again."
}
