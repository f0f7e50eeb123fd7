/// What a card shows: always whole, never a diff.
///
/// An app's `ActivityAttributes.ContentState` can be this type as it is. It is coded as the relay writes it: the keys
/// are the names of the properties, instants are Unix seconds as numbers, a value that is not there is left out, and a
/// key that is not known is passed over.
public struct ContentState: Codable, Hashable, Sendable {
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
    /// The place in line, from 1 (Q1).
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
    /// The app's own fields; not coded, for in a push they stand among the others, where the app's own type reads them.
    package var extra: Extra?

    /// A content state of a stage, its words and a progress, and nothing else.
    public init(status: String, displayStatus: String, progress: Double) {
        self.status = status
        self.displayStatus = displayStatus
        self.progress = progress
    }

    private enum CodingKeys: CodingKey {
        case status, displayStatus, progress, estimatedCompletionDate, trackTitle, queuePosition, staleAt, timer
        case subtitle, subtitleOverflow, accentColor
    }
}
