/// The completion script for bash.
enum BashCompletion {
    /// A script that completes these commands, for bash 4 and later.
    static func script(_ commands: [CommandSyntax]) -> String {
        let names = commands.map(\.name).joined(separator: " ")
        let first = commands.first(where: \.isDefault)?.name ?? ""
        return """
            # Completes activity-relay in bash: eval "$(activity-relay completion bash)"
            _activity_relay() {
                local current=${COMP_WORDS[COMP_CWORD]} option= command=\(first) options= operand= offered= index word areOver=
                COMPREPLY=()
                # Bash makes three words of --option=value.
                if [[ $current == "=" ]]; then
                    current= option=${COMP_WORDS[COMP_CWORD - 1]}
                elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
                    option=${COMP_WORDS[COMP_CWORD - 2]}
                elif ((COMP_CWORD > 1)); then
                    option=${COMP_WORDS[COMP_CWORD - 1]}
                fi
                if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != -* ]]; then command=${COMP_WORDS[1]}; fi
                case $command in
            \(commands.map(options).joined(separator: "\n"))
                *) return ;;
                esac
                for ((index = 1; index < COMP_CWORD; index++)); do
                    if [[ ${COMP_WORDS[index]} == "--" ]]; then
                        option= areOver=yes
                        break
                    fi
                done
                case "$command $option" in
            \(commands.flatMap(values).joined(separator: "\n"))
                *)
                    if ((COMP_CWORD == 1)); then operand="words \(names) help"; fi
                    if [[ -z $areOver && $current == -* ]]; then
                        # An option is given once.
                        for word in $options --help; do
                            if [[ " ${COMP_WORDS[*]:1:COMP_CWORD-1} " != *" $word "* ]]; then offered+=" $word"; fi
                        done
                        operand="words$offered"
                    fi
                    ;;
                esac
                case $operand in
                file)
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
                    ;;
                words*)
                    while IFS= read -r word; do COMPREPLY+=("$word"); done \\
                        < <(compgen -W "${operand#words}" -- "$current")
                    ;;
                esac
            }
            complete -F _activity_relay activity-relay

            """
    }

    /// The line that says what options a command has, and what stands behind them.
    private static func options(_ command: CommandSyntax) -> String {
        let names = command.options.map(\.name).joined(separator: " ")
        return "    \(command.name)) options=\"\(names)\" operand=\"\(word(command.operandValue))\" ;;"
    }

    /// The lines that say what the values of a command's options are.
    private static func values(_ command: CommandSyntax) -> [String] {
        command.options.filter { $0.value != .none }.map { option in
            "    \"\(command.name) \(option.name)\") operand=\"\(word(option.value))\" ;;"
        }
    }

    private static func word(_ value: OptionSyntax.Value) -> String {
        switch value {
        case .none, .text: ""
        case .file: "file"
        case .words(let words): "words " + words.joined(separator: " ")
        }
    }
}
