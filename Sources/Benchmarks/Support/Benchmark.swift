/// Something that is measured against a peer, side by side and in turns, so that a busy machine disturbs both alike.
protocol Benchmark: SendableMetatype {
    /// The name by which it is asked for.
    static var name: String { get }

    /// Measures; whatever it leaves on the disk lies in `folder`.
    static func run(in folder: TemporaryFolder) throws -> Table
}
