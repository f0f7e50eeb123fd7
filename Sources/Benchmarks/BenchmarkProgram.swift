import Dispatch
import Glibc

/// The program: runs the benchmarks that it is asked for; where it is asked for none, all but those that last as long as
/// they are told.
enum BenchmarkProgram {
    private static let benchmarks: [any Benchmark.Type] = [
        HTTPBenchmark.self, ServerBenchmark.self, ResolverBenchmark.self, SchedulerBenchmark.self, ReplayBenchmark.self,
        TransportBenchmark.self, WebhookBenchmark.self, SteadyBenchmark.self, APNsBenchmark.self,
        EndToEndBenchmark.self, StreamsBenchmark.self, CrowdBenchmark.self, SoakBenchmark.self,
    ]

    /// Runs them, and gives the exit code: 0 where all limits are reached, 1 where not, 2 for a name that is not known.
    static func run(_ words: [String]) -> Int32 {
        guard let chosen = ChosenBenchmark.all(of: words, among: benchmarks) else {
            print(usage)
            return 2
        }
        signal(SIGPIPE, SIG_IGN)
        noteDebugBuild()
        return chosen.map(run).allSatisfy { $0 } ? 0 : 1
    }

    private static var usage: String {
        let names = benchmarks.map { benchmark in
            guard let lasting = benchmark as? any LastingBenchmark.Type else { return benchmark.name }
            return "\(benchmark.name) [SECONDS, from \(lasting.fewestSeconds) on]"
        }
        return "usage: swift run -c release Benchmarks [NAME…], of \(names.joined(separator: ", "))"
    }

    /// Runs one; true where its limits are reached, or where it is skipped since a tool is missing.
    private static func run(_ chosen: ChosenBenchmark) -> Bool {
        let name = chosen.benchmark.name
        do {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let signals = Leftovers.shared.clearAwayWhenInterrupted(folder)
            defer { for source in signals { source.cancel() } }
            let before = LoadAverage.text
            let table = try chosen.run(in: folder)
            print("\(name): \(table.text)load average \(before) before, \(LoadAverage.text) after\n")
            fflush(nil)
            return table.isReached
        } catch let missing as MissingTool {
            print("\(name): skipped, \(missing)\n")
            return true
        } catch {
            print("\(name): \(error)\n")
            return false
        }
    }

    private static func noteDebugBuild() {
        #if DEBUG
            print("This is a debug build: its numbers say nothing; use swift run -c release Benchmarks\n")
        #endif
    }
}
