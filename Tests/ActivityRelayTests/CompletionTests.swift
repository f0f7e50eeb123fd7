import TestSupport
import Testing

/// What shells complete the program's arguments by, as those shells complete them.
@Suite(.timeLimit(.minutes(20))) struct `Completion` {
    private let folder = TemporaryFolder()

    init() {
        folder.write("unique-file.json", "{}")
        folder.write("relay one.json", "{}")
    }

    private static let inBash: [(line: String, offered: String)] = [
        ("", "serve replay check send tail backup completion version help"), ("se", "serve send"),
        ("--", "--config --listen --store --help"), ("--config uni", "unique-file.json"),
        ("--config=uni", "unique-file.json"), ("--config rel", "relay one.json"), ("--listen ", ""),
        ("send --event ", "start update end"), ("send --event=u", "update"), ("send --event=", "start update end"),
        ("send --e", "--environment --event"), ("send --dry-run --dr", ""), ("replay uni", "unique-file.json"),
        ("replay -- -", ""), ("replay -- uni", "unique-file.json"), ("completion ", "bash zsh"), ("check ", ""),
        ("version -", "--help"), ("nothing ", ""),
    ]

    @Test func `bash offers commands, options, their words and files`() throws {
        #expect(try complete("bash", Self.inBash.map(\.line)) == Self.inBash.map(\.offered))
    }

    private static let inZsh: [(line: String, completed: String)] = [
        ("comp", "completion "), ("send --env", "send --environment="), ("send --event=u", "send --event=update "),
        ("send --event u", "send --event update "), ("check --config uni", "check --config unique-file.json "),
        ("replay uni", "replay unique-file.json "), ("completion z", "completion zsh "), ("--conf", "--config="),
        ("send --dry", "send --dry-run "), ("nothing x", "nothing x"),
    ]

    @Test(.enabled(if: (try? InstalledProgram.path("zsh")) != nil, "zsh is not installed"))
    func `zsh completes them`() throws {
        #expect(try complete("zsh", Self.inZsh.map(\.line)) == Self.inZsh.map { "activity-relay \($0.completed)" })
    }

    @Test func `every command that is offered has a help of its own, which the program's leads to`() throws {
        let commands = try complete("bash", [""])[0].split(separator: " ").map(String.init).filter { $0 != "help" }
        let program = try CommandResult.of(["--help"]).output.joined(separator: "\n")
        for command in commands {
            let help = try CommandResult.of([command, "--help"])
            #expect(help.code == 0)
            #expect(help.output.first.map(program.contains) == true, "\(help.output)")
            for option in try complete("bash", ["\(command) --"])[0].split(separator: " ") where option != "--help" {
                #expect(help.output.contains { $0.hasPrefix("  \(option) ") }, "\(command) \(option)")
            }
        }
    }

    @Test(arguments: [["completion"], ["completion", "fish"], ["completion", "bash", "zsh"]])
    func `another shell is a wrong command line`(_ arguments: [String]) throws {
        let result = try CommandResult.of(arguments)
        #expect(result.code == 2)
        #expect(result.errors.count == 1)
    }

    /// What a shell makes of the program's name and each of these, after it has sourced the script made for it.
    private func complete(_ shell: String, _ lines: [String]) throws -> [String] {
        let script = try CommandResult.of(["completion", shell])
        #expect(script.code == 0)
        let path = folder.write("script", script.output.joined(separator: "\n"))
        let result = try CommandResult.of(
            program: InstalledProgram.path(shell),
            ["\(Fixtures.folder)/completion/complete.\(shell)", path] + lines.map { "activity-relay \($0)" },
            environment: ["ZDOTDIR": folder.path, "HOME": folder.path], folder: folder.path)
        #expect(result.code == 0, "\(result.errors)")
        return result.output
    }
}
