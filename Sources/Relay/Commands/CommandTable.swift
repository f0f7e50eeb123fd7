/// All commands, in the order of the help.
enum CommandTable {
    static let all = [serve, replay, check, send, tail, backup, completion, version]

    static let serve = CommandSyntax(
        name: "serve", isDefault: true,
        summary: "the relay; with no argument at all: 127.0.0.1:8080, ./data/relay.db, pushes on standard output",
        about: ["Takes events over HTTP, resolves them per conversionId and pushes Live Activity content states."],
        options: [
            OptionSyntax(
                "--config", "FILE", .file, "the configuration, read again at SIGHUP; without it no file is read"),
            OptionSyntax(
                "--listen", "HOST:PORT", .text,
                "goes before the configuration's \"listen\"; port 0 takes a free one; neither is looked at",
                "where a service manager passes sockets (LISTEN_FDS)"),
            OptionSyntax(
                "--store", "URL", .text, "sqlite:PATH or sqlite::memory:; goes before the configuration's \"store\""),
        ],
        notes: [
            "Each setting can also be given as an environment variable: policy.minPushInterval is",
            "RELAY_POLICY_MIN_PUSH_INTERVAL. Standard output carries the log sender's pushes, standard error the logs.",
        ])

    static let replay = CommandSyntax(
        name: "replay", summary: "prints, in virtual time, every push that recorded events would lead to",
        about: [
            "Reads recorded events, a line each: {\"at\": t, \"event\": {…}}, from FILE or standard input, and prints every",
            "push that would be sent, one JSON line each. Nothing is sent or stored.",
        ],
        options: [
            OptionSyntax("--config", "FILE", .file, "the configuration, for its policy, stages and labels"),
            OptionSyntax(
                "--until", "T", .text, "lets the clock run on to T (Unix seconds or RFC 3339) after the last event"),
        ],
        operand: "[FILE]", operandValue: .file,
        notes: [
            "A bad line or a refused event is reported on standard error with its number; the exit code is then 1."
        ])

    static let check = CommandSyntax(
        name: "check", summary: "validates a configuration",
        about: [
            "Says each fault of a configuration, and of the environment's settings, with its place; exit code 1 if any."
        ],
        options: [OptionSyntax("--config", "FILE", .file, "the configuration; without it only the environment's")])

    static let send = CommandSyntax(
        name: "send", summary: "sends one push by hand",
        about: [
            "Sends one push through a configured sender, and says what its service answered; exit code 1 if it was not taken."
        ],
        options: [
            OptionSyntax("--config", "FILE", .file, "the configuration, for its senders"),
            OptionSyntax("--sender", "NAME", .text, "one of them; without it the default sender"),
            OptionSyntax(
                "--token", "TOKEN", .text, "the device's or card's token; for log and webhook a free name"),
            OptionSyntax(
                "--environment", "NAME", .words(["production", "sandbox"]),
                "the world that the token belongs to: production (the default) or sandbox"),
            OptionSyntax(
                "--event", "EVENT", .words(["start", "update", "end"]), "start, update (the default) or end"),
            OptionSyntax(
                "--attributes-type", "NAME", .text,
                "with a push-to-start token: the app's ActivityAttributes that a card is started with"),
            OptionSyntax(
                "--content-state", "FILE", .file,
                "what to show, as JSON with the names of an answer's contentState; - is standard input;",
                "without it a made-up state goes out: \"Generating…\" at 50 %, at an end \"Ready\" at 100 %"),
            OptionSyntax(
                "--dry-run", "", .none, "prints the exact request, secrets and tokens shortened, and sends nothing"),
        ],
        notes: [
            "What is sent overwrites what the target's card shows; a running relay knows nothing of it."
        ])

    static let tail = CommandSyntax(
        name: "tail", summary: "follows a running relay in the terminal",
        about: [
            "Follows what a running relay resolves, a line each: one activity until it is over, or a subscriber's, or all.",
            "What is not known yet is waited for, which is said on standard error. A connection that breaks is made again,",
            "and what was missed is told. Ctrl-C ends it.",
        ],
        options: [
            OptionSyntax("--url", "URL", .text, "the relay; without it http://127.0.0.1:8080"),
            OptionSyntax("--subscriber", "ID", .text, "the activities of that subscriber"),
            OptionSyntax(
                "--token-file", "FILE", .file,
                "holds the token, of scope read, or the subscriber's own; else it is in RELAY_TOKEN"),
            OptionSyntax("--ca-file", "FILE", .file, "certificates to trust instead of the system's"),
            OptionSyntax("--json", "", .none, "each message as the relay sent it, one JSON line"),
        ],
        operand: "[conversionId]", operandValue: .text,
        notes: ["Exit codes: 0 the activity is over, 1 the relay refuses it or was not there, 2 usage."])

    static let backup = CommandSyntax(
        name: "backup", summary: "copies the store, of a relay at work too",
        about: [
            "Copies the SQLite store to FILE, whether a relay is using it or not: all that was answered before, nothing by",
            "halves. FILE must not exist yet; until it is whole the copy has a longer name beside it.",
        ],
        options: [
            OptionSyntax(
                "--config", "FILE", .file, "the configuration, for its \"store\"; without it no file is read"),
            OptionSyntax("--store", "URL", .text, "sqlite:PATH; goes before the configuration's \"store\""),
        ],
        operand: "FILE", operandValue: .file,
        notes: [
            "To go back to a copy: stop the relay, remove the store's -wal and -shm, put the copy in its place, start."
        ])

    static let completion = CommandSyntax(
        name: "completion", summary: "prints what a shell completes these commands by",
        about: [
            "Prints a script for the shell to source: in bash  eval \"$(activity-relay completion bash)\",",
            "in zsh, behind compinit,  eval \"$(activity-relay completion zsh)\".",
        ],
        operand: "bash|zsh", operandValue: .words(["bash", "zsh"]))

    static let version = CommandSyntax(name: "version", summary: "says which version it is")
}
