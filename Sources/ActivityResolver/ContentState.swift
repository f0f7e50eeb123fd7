/// What a lock screen shows: always whole, never a diff.
public struct ContentState: Equatable, Sendable {
    /// The id of the stage (L4).
    public var status: String
    /// The words for it (T5).
    public var displayStatus: String
    /// How much is done, 0…1 in steps of 0.0001.
    public var progress: Double
    /// When it will be done, Unix seconds (D1).
    public var estimatedCompletionDate: Double?
    /// The title of what is being made.
    public var trackTitle: String?
    /// The place in line (Q1).
    public var queuePosition: Int?
    /// From when this is outdated, Unix seconds (D2).
    public var staleAt: Double?
    /// The clock that the device ticks (T).
    public var timer: ActivityTimer?
    /// A second line.
    public var subtitle: String?
    /// What takes its place past a countdown's end (T6).
    public var subtitleOverflow: String?
    /// `#RRGGBB`.
    public var accentColor: String?
    /// The app's own fields.
    public var extra: Extra?

    /// A content state of a stage, its words and a progress, and nothing else.
    public init(status: String, displayStatus: String, progress: Double) {
        self.status = status
        self.displayStatus = displayStatus
        self.progress = progress
    }
}
