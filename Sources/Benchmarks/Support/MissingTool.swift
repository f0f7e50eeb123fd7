/// A program that a benchmark measures against, or with, is not installed.
struct MissingTool: Error, CustomStringConvertible {
    /// The program.
    var name: String
    /// What Debian and Ubuntu package it in.
    var package: String

    var description: String {
        "\(name) is not installed: install the package \(package) (Config/install-packages bench)"
    }
}
