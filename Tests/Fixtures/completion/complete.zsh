# Types each argument into an interactive zsh that has sourced the script FIRST, presses Tab, and prints the line that
# results: complete.zsh SCRIPT LINE...
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT= RPROMPT= ; unsetopt zle_bracketed_paste 2>/dev/null; stty -echo'
zpty -w shell 'autoload -Uz compinit && compinit -u -D && source '${(q)1}
zpty -w shell 'tell() { print -r -- "LINE<$BUFFER>"; BUFFER= }; zle -N tell; bindkey "^T" tell; print READY$((40 + 2))'
zpty -r shell heard '*READY42*'
shift
for line; do
    zpty -w -n shell $line$'\t'$'\x14'
    zpty -r shell heard '*LINE<*>*'
    heard=${heard#*LINE<}
    print -r -- ${heard%%>*}
done
zpty -d shell
