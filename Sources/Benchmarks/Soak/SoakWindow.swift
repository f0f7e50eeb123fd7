import Glibc

/// A tenth of a soak's time, and what was seen in it.
struct SoakWindow {
    /// Its place, from 1 on.
    var number: Int
    /// Requests answered in a second.
    var perSecond: Double
    /// CPU time that the relay took for a request, µs.
    var cpuMicroseconds: Double
    /// Requests that were answered otherwise than 2xx.
    var refused: Int
    /// From the instant of a post to its answer.
    var waits: Latency
    var samples: [SoakSample]

    /// Resident memory, the middle one of the samples.
    var megabytes: Double { samples.map(\.megabytes).median }
    /// The fewest and the most descriptors.
    var fewestDescriptors: Int { samples.map(\.descriptors).min() ?? 0 }
    var mostDescriptors: Int { samples.map(\.descriptors).max() ?? 0 }
    /// The largest sizes of the store and its log.
    var storeMegabytes: Double { samples.map(\.storeMegabytes).max() ?? .nan }
    var logMegabytes: Double { samples.map(\.logMegabytes).max() ?? .nan }

    private static let titles = [
        "window", "answers/s", "p50 ms", "p99 ms", "CPU µs", "memory MB", "descriptors", "store MB", "log MB",
        "not 2xx",
    ]

    /// Prints what stands above the windows' lines.
    static func printTitles() {
        print(columns: titles)
    }

    /// Prints its line, at once, for who waits half an hour for the next.
    func print() {
        let descriptors =
            fewestDescriptors == mostDescriptors
            ? "\(mostDescriptors)" : "\(fewestDescriptors)–\(mostDescriptors)"
        Self.print(columns: [
            "\(number)", Number.text(perSecond), Number.text(waits.p50 * 1000, digits: 2),
            Number.text(waits.p99 * 1000, digits: 2), Number.text(cpuMicroseconds), Number.text(megabytes, digits: 1),
            descriptors, Number.text(storeMegabytes, digits: 1), Number.text(logMegabytes, digits: 1),
            Number.text(Double(refused)),
        ])
    }

    private static func print(columns: [String]) {
        let cells = zip(columns, titles).map { cell, title in
            String(repeating: " ", count: max(0, max(title.count, 9) - cell.count)) + cell
        }
        Swift.print(cells.joined(separator: "  "))
        fflush(nil)
    }
}
