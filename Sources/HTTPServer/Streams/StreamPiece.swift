/// What goes to a reader of a streamed answer.
public enum StreamPiece: Sendable {
    /// More of it.
    case chunk(StreamChunk)
    /// Its end.
    case end
}
