import Glibc

/// The relay as it is built, with a store in the benchmark's folder; its pushes go to `/dev/null`, or to a receiver.
final class RelayUnderTest: Sendable {
    /// Where it listens, on this machine.
    let port: Int
    private let process: ChildProcess
    private let store: String

    /// `configuration`: the text of its configuration file, if it has one.
    init(in folder: TemporaryFolder, configuration: String? = nil) throws {
        let log = folder.file("relay.log")
        store = folder.file("relay.db")
        var arguments = ["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(store)"]
        if let configuration {
            let file = folder.file("relay.json")
            try File.write(Array(configuration.utf8), to: file)
            arguments += ["--config", file]
        }
        process = try ChildProcess(Programs.relay(), arguments, errors: log)
        guard let port = PortInLog.wait(log, behind: "listening") else {
            process.stop()
            throw BenchmarkFailure("the relay does not listen:\n\(File.text(of: log))")
        }
        self.port = port
    }

    func stop() {
        process.stop()
    }

    /// Lets what waits be pushed, so that the next turn is not disturbed.
    func settle() {
        usleep(1_500_000)
    }

    /// CPU time that it has taken so far, seconds.
    var cpuSeconds: Double { ProcessUsage.cpuSeconds(process.id) }

    /// How many descriptors it has open besides those of its store.
    var descriptors: Int { ProcessUsage.descriptors(process.id, without: "relay.db") }

    /// Memory that it holds.
    var megabytes: Double { ProcessUsage.residentMegabytes(process.id) }

    /// The size of its database without the log.
    var storeMegabytes: Double { File.megabytes(of: store) }

    /// The size of its write-ahead log.
    var logMegabytes: Double { File.megabytes(of: store + "-wal") }
}
