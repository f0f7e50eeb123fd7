/// What backends tell without end: each subscriber's activities one after the other, of which some are superseded, some
/// fail, and some are never heard of again. A part of the events comes twice; half of the activities have a device.
struct SoakStory {
    /// How far a subscriber's latest activity is.
    private struct Life {
        var number = 0
        var step = 0
    }

    /// The last event of an activity before its end.
    private static let lastStep = 8

    private let name: String
    private var lives: [Life]
    private var place = 0

    /// - Parameters:
    ///   - name: what ids begin with.
    ///   - subscribers: how many take turns, so that as many activities are live.
    init(named name: String, subscribers: Int) {
        self.name = name
        // Not all at the same step.
        lives = (0..<subscribers).map { Life(number: $0) }
    }

    /// What is told next.
    mutating func next() -> PacedLoad.Request {
        defer { place = (place + 1) % lives.count }
        let life = lives[place]
        lives[place] = after(life)
        return request(life)
    }

    private func after(_ life: Life) -> Life {
        let isLeft = life.number % 8 == 0 || life.number % 16 == 1
        if life.step < (isLeft ? Self.lastStep - 1 : Self.lastStep) {
            return Life(number: life.number, step: life.step + 1)
        }
        return Life(number: life.number + lives.count, step: 0)
    }

    private func request(_ life: Life) -> PacedLoad.Request {
        // Whoever is never heard of again has no later activity either.
        let subscriber = life.number % 16 == 1 ? "\(name)-alone-\(life.number)" : "\(name)-\(place)"
        let ids = #""conversionId":"\#(name)-\#(life.number)","subscriberId":"\#(subscriber)""#
        switch life.step {
        case 0 where life.number % 2 == 0:
            let members = #""kind":"update","sender":"apns","token":"\#(token(life))""#
            return PacedLoad.Request(path: "/v1/registrations", body: "{\(ids),\(members)}")
        case 0:
            return event(ids, life, #""queuePosition":1"#)
        case 1:
            return event(ids, life, #""type":"start","trackTitle":"Midnight drive","subtitle":"Rendering""#)
        case Self.lastStep:
            return event(ids, life, life.number % 8 == 2 ? #""type":"fail""# : #""type":"complete""#)
        default:
            // The fifth is the fourth once more.
            let step = life.step == 5 ? 4 : life.step
            return event(
                ids, Life(number: life.number, step: step),
                #""status":"generating","progress":\#(Double(step) / 10),"trackTitle":"Midnight drive, take \#(step)""#)
        }
    }

    private func event(_ ids: String, _ life: Life, _ members: String) -> PacedLoad.Request {
        PacedLoad.Request(body: #"{\#(ids),"eventId":"\#(name)-\#(life.number)-\#(life.step)",\#(members)}"#)
    }

    /// A device's token, of 160 digits as real ones are: of each activity another one.
    private func token(_ life: Life) -> String {
        let own = "\(name == "first" ? "a" : "b")\(life.number)"
        return String(repeating: "c", count: max(0, 160 - own.count)) + own
    }
}
