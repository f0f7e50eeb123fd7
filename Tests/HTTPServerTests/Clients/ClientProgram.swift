import Glibc
import TestSupport

/// The clients of other makes that are there.
enum ClientProgram {
    static let curl = try? InstalledProgram.path("curl")
    static let node = try? InstalledProgram.path("node")
    static let java = try? InstalledProgram.path("java")
    static let wrk = try? InstalledProgram.path("wrk")
    static let ab = try? InstalledProgram.path("ab")
    static let python = try? InstalledProgram.path("python3")

    /// A Python that has the package `requests`: the system's, where another comes first.
    static let pythonWithRequests: String? = [python, "/usr/bin/python3"].compactMap { $0 }.first { program in
        access(program, X_OK) == 0
            && (try? CommandResult.of(program: program, ["-c", "import requests"]))?.code == 0
    }
}
