@testable import HTTPServer

extension FuzzInput {
    /// A connection's bytes: in any pieces they come to the same requests and answers.
    static let http = FuzzInput(name: "http") { bytes in
        let whole = Exchanged(bytes, [bytes.count])
        let single = Exchanged(bytes, [1])
        if single != whole { return "byte by byte: \(single)\nis not\n\(whole)" }
        // Sizes that go by the bytes, so that a found input shows the same again.
        let sizes = [3, 1 + bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0x3F }, 17]
        let pieces = Exchanged(bytes, sizes)
        return pieces == whole ? nil : "in pieces of \(sizes): \(pieces)\nis not\n\(whole)"
    }

    /// What became of a connection.
    private struct Exchanged: Equatable, CustomStringConvertible {
        var requests: [String] = []
        var faults: [Int] = []
        var written: [UInt8] = []
        private var isClosed = false

        var description: String { "\(requests) \(faults) \(String(decoding: written, as: UTF8.self))" }

        static func == (one: Exchanged, other: Exchanged) -> Bool {
            one.requests == other.requests && one.faults == other.faults && one.written == other.written
        }

        private static let limits = ConnectionLimits(ServerLimits())
        private static let date: [UInt8] = Array("Date: x\r\n".utf8)

        /// What becomes of `bytes` in pieces of these sizes, again and again, each request answered at once.
        init(_ bytes: [UInt8], _ sizes: [Int]) {
            var machine = ConnectionMachine(limits: Self.limits, peer: PeerAddress(kind: .local), now: 0)
            var start = 0
            var turn = 0
            while start < bytes.count, !isClosed {
                let end = min(bytes.count, start + max(1, sizes[turn % sizes.count]))
                receive(Array(bytes[start..<end]), &machine)
                start = end
                turn += 1
            }
            if !isClosed { carryOut(machine.peerEnded(), &machine) }
            drain(&machine)
        }

        private mutating func receive(_ piece: [UInt8], _ machine: inout ConnectionMachine) {
            var position = 0
            while !isClosed {
                let action = machine.receive(piece.span, &position, now: 0)
                carryOut(action, &machine)
                let wasPaused = drain(&machine)
                if case .wait = action, !wasPaused { break }
            }
            if machine.settle(now: 0) == .closes { isClosed = true }
        }

        /// Takes what is to be written; true where the machine waited for that.
        @discardableResult
        private mutating func drain(_ machine: inout ConnectionMachine) -> Bool {
            let wasPaused = machine.isPaused
            machine.output.withUnwritten { written += $0 }
            machine.wrote(machine.output.count, now: 0)
            return wasPaused
        }

        private mutating func carryOut(_ action: ConnectionMachine.Action, _ machine: inout ConnectionMachine) {
            switch action {
            case .wait: break
            case .decide(let head):
                // An expectation is met or not by what has come of the body, which goes by the pieces.
                let accepts = head.method != .delete || head.expectsContinue
                let decision: HeadDecision = accepts ? .accept(maxBodyBytes: 64) : .answer(Response(status: 404))
                machine.decided(decision, on: head, bodyHasBegun: true, date: Self.date, now: 0)
            case .handle(let request, let number):
                requests.append("\(request.head.method.name) \(request.head.target) \(request.body)")
                machine.answer(number, Response(status: 200), date: Self.date, now: 0)
            case .refuse(let fault):
                faults.append(fault.status)
                machine.refused(
                    fault, with: Response(status: fault.status), bodyHasBegun: true, date: Self.date, now: 0)
            case .close: isClosed = true
            }
        }
    }
}
