/// The completion script for zsh.
enum ZshCompletion {
    /// A script that completes these commands, to be sourced behind `compinit` or put into a folder of `fpath`.
    static func script(_ commands: [CommandSyntax]) -> String {
        let names = commands.map { "        \(quoted("\(escaped($0.name)):\($0.summary)"))" }
        let first = commands.first(where: \.isDefault)?.name ?? ""
        return """
            #compdef activity-relay
            # Completes activity-relay in zsh: eval "$(activity-relay completion zsh)"
            _activity_relay() {
                local command=\(first)
                local -a commands=(
            \(names.joined(separator: "\n"))
                    'help:says how it is used'
                )
                if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
                    _describe -t commands command commands
                    return
                fi
                if [[ $words[2] != -* ]]; then
                    command=$words[2]
                    shift words
                    ((CURRENT--))
                fi
                case $command in
            \(commands.map(arguments).joined(separator: "\n"))
                esac
            }
            # From a folder of fpath this file is the function's body.
            if [[ ${funcstack[1]-} == _activity_relay ]]; then
                _activity_relay "$@"
            else
                compdef _activity_relay activity-relay
            fi

            """
    }

    private static func arguments(_ command: CommandSyntax) -> String {
        var parts = command.options.map { option in
            let about = bracketed(option.about.joined(separator: " "))
            switch option.value {
            case .none: return "\(option.name)[\(about)]"
            case .text, .file, .words:
                return "\(option.name)=[\(about)]:\(escaped(option.placeholder)):\(action(option.value))"
            }
        }
        parts.append("(- *)--help[says how it is used]")
        if let operand = command.operand { parts.append("::\(escaped(operand)):\(action(command.operandValue))") }
        return "    \(command.name)) _arguments \(parts.map(quoted).joined(separator: " ")) ;;"
    }

    private static func action(_ value: OptionSyntax.Value) -> String {
        switch value {
        // Nothing is known of it, and no file is meant.
        case .none, .text: " "
        case .file: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A colon ends a part.
    private static func escaped(_ text: String) -> String {
        text.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
    }

    private static func bracketed(_ text: String) -> String {
        let open = text.split(separator: "[", omittingEmptySubsequences: false).joined(separator: "\\[")
        return open.split(separator: "]", omittingEmptySubsequences: false).joined(separator: "\\]")
    }
}
