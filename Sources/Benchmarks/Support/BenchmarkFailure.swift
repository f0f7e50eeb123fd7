import Glibc

/// Why a benchmark could not be carried out.
struct BenchmarkFailure: Error, CustomStringConvertible {
    /// One sentence.
    var description: String

    init(_ description: String) {
        self.description = description
    }

    /// A system call that failed just now.
    static func system(_ doing: String) -> BenchmarkFailure {
        BenchmarkFailure("\(doing): \(String(cString: strerror(errno)))")
    }
}
