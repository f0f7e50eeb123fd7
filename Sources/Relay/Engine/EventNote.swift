/// What the history keeps of an event that was read.
struct EventNote {
    /// What became of it.
    var answer: Answer
    /// Its JSON text as it came.
    var raw: ArraySlice<UInt8>
    /// The eventId that a header gave it.
    var eventId: String?
    /// Whether it came late (E3).
    var isLate = false
}
