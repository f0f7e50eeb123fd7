/// A benchmark that runs for as long as it is told, and only where it is asked for by its name.
protocol LastingBenchmark: Benchmark {
    /// How long it runs where nothing is said, seconds.
    static var usualSeconds: Int { get }
    /// The shortest time in which there is something to see, seconds.
    static var fewestSeconds: Int { get }

    /// Measures for so many seconds.
    static func run(in folder: TemporaryFolder, seconds: Int) throws -> Table
}

extension LastingBenchmark {
    static func run(in folder: TemporaryFolder) throws -> Table {
        try run(in: folder, seconds: usualSeconds)
    }
}
