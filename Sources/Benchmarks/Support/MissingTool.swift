/// A program that a benchmark measures against, or with, is not installed.
struct MissingTool: Error, CustomStringConvertible {
    /// The program, which Debian and Ubuntu package under the same name.
    var name: String

    var description: String {
        "\(name) is not installed: install the package \(name) (Config/install-packages bench)"
    }
}
