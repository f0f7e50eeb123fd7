# Completes each argument, words with a space between, as bash would that has sourced the script FIRST, and prints the
# words that it offers: complete.bash SCRIPT LINE...
source "$1"
shift
for line; do
    # Bash takes "=" and ":" for words of their own.
    spaced=$(sed 's/[=:]/ & /g' <<<"$line")
    read -r -a COMP_WORDS <<<"$spaced"
    if [[ $line == *[\ ] ]]; then COMP_WORDS+=(""); fi
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _activity_relay
    echo "${COMPREPLY[*]}"
done
