/// What becomes of a push.
enum Decision: Equatable, Sendable {
    /// It is answered.
    case answer(Answer)
    /// It is answered after so many seconds.
    case later(Answer, seconds: Double)
    /// It is never answered.
    case stall
    /// Its stream is reset.
    case reset(ResetCode)
    /// Its connection goes away with that reason, its open streams unprocessed.
    case goAway(String)
    /// Its connection is closed at once.
    case close
    /// It is answered, and its connection closed.
    case answerAndClose(Answer)

    /// The answer, if there is one.
    var answer: Answer? {
        switch self {
        case .answer(let answer), .later(let answer, _), .answerAndClose(let answer): answer
        case .stall, .reset, .goAway, .close: nil
        }
    }

    /// What it is called where answers are counted.
    var name: String {
        switch self {
        case .answer(let answer), .later(let answer, _), .answerAndClose(let answer): answer.name
        case .stall: "stall"
        case .reset(let code): "reset \(code.rawValue)"
        case .goAway(let reason): "goaway \(reason)"
        case .close: "close"
        }
    }
}
