/// How large the files of a store are.
public struct StoreFiles: Equatable, Sendable {
    /// The database without its log, bytes.
    public var databaseBytes: Int
    /// The write-ahead log, bytes.
    public var logBytes: Int
    /// How often all of the log was moved into the database since the store was opened.
    public var checkpoints: UInt64
}
