import JSON
import Push

/// Lets recorded events happen in virtual time, and gives each push that would be sent.
struct Replayer {
    private let relay: VirtualRelay
    /// What is wrong with lines and events so far, a text each.
    private(set) var complaints: [String] = []

    init(_ relay: VirtualRelay) {
        self.relay = relay
    }

    /// The pushes that lines lead to.
    mutating func take(_ lines: [RecordingParser.Line]) throws -> [Push] {
        var pushes: [Push] = []
        for line in lines {
            switch line.content {
            case .failure(let fault): complain(line.number, fault.message, fault.pointer)
            case .success(let recorded):
                let (answer, handed) = try relay.take(recorded.event, at: recorded.at)
                pushes += handed
                if case .failure(let problem)? = answer { complain(line.number, problem.detail, problem.pointer) }
            }
        }
        return pushes
    }

    /// The pushes that time alone leads to up to `instant`, Unix seconds.
    func run(until instant: Double) throws -> [Push] {
        try relay.run(until: instant)
    }

    /// Gives the complaints up.
    mutating func takeComplaints() -> [String] {
        defer { complaints = [] }
        return complaints
    }

    private mutating func complain(_ number: Int, _ detail: String, _ pointer: String?) {
        let place = pointer.map { $0.isEmpty ? "" : " \($0)" } ?? ""
        complaints.append("line \(number)\(place): \(detail)")
    }
}
