/// The start that ended an activity or took its card away (S2).
struct Superseder: Equatable {
    /// Whose start it was; nil where only that there was one is known.
    var conversionId: String?
    /// Of that one, Unix seconds.
    var startedAt: Double
}
