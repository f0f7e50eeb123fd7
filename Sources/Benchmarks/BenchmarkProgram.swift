import Dispatch
import Glibc

/// The program: runs the benchmarks that it is asked for, all of them where it is asked for none.
enum BenchmarkProgram {
    private static let benchmarks: [any Benchmark.Type] = [
        HTTPBenchmark.self, ServerBenchmark.self, ResolverBenchmark.self, SchedulerBenchmark.self, ReplayBenchmark.self,
        TransportBenchmark.self, WebhookBenchmark.self, SteadyBenchmark.self, APNsBenchmark.self,
        EndToEndBenchmark.self, StreamsBenchmark.self,
    ]

    /// Runs them, and gives the exit code: 0 where all limits are reached, 1 where not, 2 for a name that is not known.
    static func run(_ names: [String]) -> Int32 {
        let known = benchmarks.map { $0.name }
        guard names.allSatisfy(known.contains) else {
            print("usage: swift run -c release Benchmarks [NAME…], of \(known.joined(separator: ", "))")
            return 2
        }
        signal(SIGPIPE, SIG_IGN)
        noteDebugBuild()
        let chosen = benchmarks.filter { names.isEmpty || names.contains($0.name) }
        return chosen.map(run).allSatisfy { $0 } ? 0 : 1
    }

    /// Runs one; true where its limits are reached, or where it is skipped since a tool is missing.
    private static func run(_ benchmark: any Benchmark.Type) -> Bool {
        do {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            let signals = Leftovers.shared.clearAwayWhenInterrupted(folder)
            defer { for source in signals { source.cancel() } }
            let before = LoadAverage.text
            let table = try benchmark.run(in: folder)
            print("\(benchmark.name): \(table.text)load average \(before) before, \(LoadAverage.text) after\n")
            fflush(nil)
            return table.isReached
        } catch let missing as MissingTool {
            print("\(benchmark.name): skipped, \(missing)\n")
            return true
        } catch {
            print("\(benchmark.name): \(error)\n")
            return false
        }
    }

    private static func noteDebugBuild() {
        #if DEBUG
            print("This is a debug build: its numbers say nothing; use swift run -c release Benchmarks\n")
        #endif
    }
}
