/// The content fields of an event or of a boundary, each absent, cleared or set (E1).
package struct ContentFields: Equatable, Sendable {
    /// A stage's id or alias, or a label of the backend's own.
    package var status: Field<String> = .absent
    /// The words to show instead of the stage's label (L5).
    package var displayStatus: Field<String> = .absent
    /// When the backend now thinks it will be done, Unix seconds (P2).
    package var estimatedCompletionDate: Field<Double> = .absent
    /// Whether that date is a real endpoint (T2).
    package var fixedEnd: Field<Bool> = .absent
    /// The title of what is being made.
    package var trackTitle: Field<String> = .absent
    /// A second line.
    package var subtitle: Field<String> = .absent
    /// What takes the subtitle's place past a countdown's end (T6).
    package var subtitleOverflow: Field<String> = .absent
    /// The place in line, from 1; 0 is not in line (Q).
    package var queuePosition: Field<Int> = .absent
    /// A clock of the event's own (T).
    package var timer: Field<ActivityTimer> = .absent
    /// `#RRGGBB`.
    package var accentColor: Field<String> = .absent
    /// From when the content is outdated, Unix seconds (D2).
    package var staleAt: Field<Double> = .absent
    /// Which of several activities the system shows first.
    package var relevanceScore: Field<Double> = .absent
    /// The app's own fields, replaced as a whole.
    package var extra: Field<Extra> = .absent

    /// Nothing told.
    package init() {}
}
