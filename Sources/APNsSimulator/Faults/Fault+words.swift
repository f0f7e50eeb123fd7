extension Fault.Deed {
    /// What it is called for a person.
    var words: String {
        switch self {
        case .answer(let answer): answer.name
        case .delay(let seconds): "delay \(seconds) s"
        case .stall: "stall"
        case .reset(let code): "reset \(code.rawValue)"
        case .goAway(let reason): "goaway \(reason)"
        case .close: "close"
        case .closeAfterAnswer: "closeAfterAnswer"
        }
    }
}
