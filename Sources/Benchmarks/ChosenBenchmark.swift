/// A benchmark that was asked for, and for how long.
struct ChosenBenchmark {
    var benchmark: any Benchmark.Type
    /// Seconds; nil where nothing was said.
    var seconds: Int?

    /// Those that the words of a command line ask for: names, each with seconds behind it where it lasts as long as it is
    /// told; without a word all that do not. Nil for what is none of that.
    static func all(of words: [String], among known: [any Benchmark.Type]) -> [ChosenBenchmark]? {
        if words.isEmpty {
            return known.filter { !($0 is any LastingBenchmark.Type) }.map { ChosenBenchmark(benchmark: $0) }
        }
        var chosen: [ChosenBenchmark] = []
        for word in words {
            if let benchmark = known.first(where: { $0.name == word }) {
                chosen.append(ChosenBenchmark(benchmark: benchmark))
            } else if let last = chosen.indices.last, chosen[last].seconds == nil, let seconds = Int(word),
                let lasting = chosen[last].benchmark as? any LastingBenchmark.Type, seconds >= lasting.fewestSeconds
            {
                chosen[last].seconds = seconds
            } else {
                return nil
            }
        }
        return chosen
    }

    /// Runs it.
    func run(in folder: TemporaryFolder) throws -> Table {
        guard let seconds, let lasting = benchmark as? any LastingBenchmark.Type else {
            return try benchmark.run(in: folder)
        }
        return try lasting.run(in: folder, seconds: seconds)
    }
}
