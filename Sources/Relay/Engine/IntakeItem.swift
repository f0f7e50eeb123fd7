import ActivityResolver

/// One event as it came, read or refused.
struct IntakeItem {
    /// The event's JSON text as it came.
    var raw: ArraySlice<UInt8>
    /// The event, or what is wrong with it.
    var event: Result<Event, Problem>
    /// The eventId that a header gave it, which its text lacks.
    var eventId: String?
    /// Which activity it is about, where that could be read though the event is refused.
    var conversionId: String?
}
