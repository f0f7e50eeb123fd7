import TestSupport
import Testing

/// The code that the library's articles show is an app's code, and compiles.
@Suite(.timeLimit(.minutes(20))) struct `Articles of the library` {
    /// Apple's frameworks, of which only the declarations that the articles use are there; in the order of their imports.
    private static let frameworks = ["SwiftUI", "ActivityKit", "WidgetKit"]
    private static let articles = ["Card", "Banner"]

    private let folder = TemporaryFolder()

    @Test func `each block is a file, and all of them compile against the library and Apple's declarations`() throws {
        for name in Self.frameworks {
            try compile([
                "-emit-module", "-module-name", name, "-o", folder.path("\(name).swiftmodule"),
                "\(Fixtures.folder)/apple/\(name).swift",
            ])
        }
        let files = Self.articles.flatMap { name in
            Self.blocks(of: name).enumerated().map { folder.write("\(name)\($0).swift", $1) }
        }
        #expect(files.count == 9)
        // As an app sees it: from another package.
        try compile(["-typecheck", "-enable-upcoming-feature", "MemberImportVisibility"] + files)
    }

    @Test func `the timer views that the system moves are what they show`() {
        let card = Self.blocks(of: "Card").joined()
        #expect(card.contains("ProgressView(timerInterval:"))
        #expect(card.contains("Text(timerInterval:"))
        #expect(card.contains("staleDate:"))
        #expect(Self.blocks(of: "Banner").joined().contains("URLSession.shared.bytes(for:"))
    }

    /// The Swift code between the fences of an article.
    private static func blocks(of article: String) -> [String] {
        let path = "../../Sources/ActivityResolver/ActivityResolver.docc/\(article).md"
        let parts = String(decoding: Fixtures.bytes(path), as: UTF8.self).split(
            separator: "```", omittingEmptySubsequences: false)
        return parts.compactMap { $0.hasPrefix("swift\n") ? String($0.dropFirst("swift\n".count)) : nil }
    }

    private func compile(_ arguments: [String]) throws {
        let common = [
            "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-I", folder.path, "-I",
            BuiltProgram.path("Modules"),
        ]
        let result = try CommandResult.of(program: InstalledProgram.path("swiftc"), common + arguments)
        #expect(result.code == 0, "\(result.errors.joined(separator: "\n"))")
    }
}
