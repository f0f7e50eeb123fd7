/// The content fields of an event or of a boundary, each absent, cleared or set (E1).
public struct ContentFields: Equatable, Sendable {
    /// A stage's id or alias, or a label of the backend's own.
    public var status: Field<String> = .absent
    /// The words to show instead of the stage's label (L5).
    public var displayStatus: Field<String> = .absent
    /// When the backend now thinks it will be done, Unix seconds (P2).
    public var estimatedCompletionDate: Field<Double> = .absent
    /// Whether that date is a real endpoint (T2).
    public var fixedEnd: Field<Bool> = .absent
    /// The title of what is being made.
    public var trackTitle: Field<String> = .absent
    /// A second line.
    public var subtitle: Field<String> = .absent
    /// What takes the subtitle's place past a countdown's end (T6).
    public var subtitleOverflow: Field<String> = .absent
    /// The place in line, from 1; 0 is not in line (Q).
    public var queuePosition: Field<Int> = .absent
    /// A clock of the event's own (T).
    public var timer: Field<ActivityTimer> = .absent
    /// `#RRGGBB`.
    public var accentColor: Field<String> = .absent
    /// From when the content is outdated, Unix seconds (D2).
    public var staleAt: Field<Double> = .absent
    /// Which of several activities the system shows first.
    public var relevanceScore: Field<Double> = .absent
    /// The app's own fields, replaced as a whole.
    public var extra: Field<Extra> = .absent

    /// Nothing told.
    public init() {}
}
