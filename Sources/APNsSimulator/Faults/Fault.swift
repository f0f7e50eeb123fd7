/// A fault on command: which pushes it is for, and what becomes of them.
struct Fault: Equatable, Sendable {
    /// What becomes of a push.
    enum Deed: Equatable, Sendable {
        /// It gets that answer, unchecked.
        case answer(Answer)
        /// It is checked, and answered after so many seconds.
        case delay(Double)
        /// It is never answered.
        case stall
        /// Its stream is reset, with that error code of HTTP/2.
        case reset(ResetCode)
        /// Its connection gets a GOAWAY with that reason, and its open streams are not processed.
        case goAway(String)
        /// Its connection is closed at once.
        case close
        /// It is checked and answered; then its connection is closed.
        case closeAfterAnswer
    }

    /// Whose pushes it is for; nil: everybody's.
    var token: DeviceToken?
    /// How many more pushes it is for; nil: until faults are cleared.
    var count: Int?
    /// What becomes of them.
    var deed: Deed
}
