#!/usr/bin/env bash
# Tests completion in real shells, bash and zsh: commands, options, games with their options, players, levels, files,
# and nothing else. Skipped without tmux or zsh.
# usage: completion.sh SOURCE BUILD
set -uo pipefail
command -v tmux >/dev/null && command -v zsh >/dev/null || exit 77
source=$1 build=$2
work=$(mktemp -d)
# shellcheck disable=SC1091
source "$source/tests/scripts/terminal/tmux.sh"
mkdir "$work/home" "$work/home/folder"
: >"$work/home/record.txt"
cat >"$work/home/.bashrc" <<END
PS1='bash> '
source '$source/completion/ascona.bash'
END
cat >"$work/home/.zshrc" <<END
PS1='zsh> '
fpath=('$source/completion' \$fpath)
autoload -Uz compinit && compinit -u -D
END
for shell in bash zsh; do
  terminal new-session -d -s $shell -x 100 -y 30 \
    "cd '$work/home' && exec env -i PATH='$build:$PATH' TERM=screen-256color HOME='$work/home' LC_ALL=C.UTF-8 $shell -i"
done

# completes LINE RESULT: checks that Tab at the end of LINE makes it RESULT. A '#' is typed after it to mark its end.
completes() {
  for shell in bash zsh; do
    press $shell C-u "$1" Tab '#'
    shows $shell "$shell> $2#"
  done
}
# offers LINE WORD…: checks that Tab lists all these words.
offers() {
  local line=$1 word
  shift
  for shell in bash zsh; do
    press $shell C-u "$line" Tab
    sleep 0.1
    press $shell Tab # bash lists after the second Tab
    for word in "$@"; do shows $shell "$word"; done
    press $shell C-u 'clear; echo cleared' Enter
    shows $shell cleared
  done
}
for shell in bash zsh; do shows $shell "$shell>"; done
completes 'ascona pe' 'ascona perft '
completes 'ascona show neo' 'ascona show neo-delta '
completes 'ascona show kulami:le' 'ascona show kulami:level='
completes 'ascona show kulami:board=cl' 'ascona show kulami:board=classic '
completes 'ascona play --eval circle-delta:rings=3,pe' 'ascona play --eval circle-delta:rings=3,petals='
completes 'ascona play delta --pl' 'ascona play delta --players '
completes 'ascona play delta --players human,engine:g' 'ascona play delta --players human,engine:greedy'
completes 'ascona match delta engine:1 engine:u' 'ascona match delta engine:1 engine:uct'
completes 'ascona play --color al' 'ascona play --color always '
completes 'ascona replay rec' 'ascona replay record.txt '
completes 'ascona solve delta --out fol' 'ascona solve delta --out folder/'
# If nothing can be completed, the line stays unchanged.
completes 'ascona show delta rec' 'ascona show delta rec'
completes 'ascona play delta --moves rec' 'ascona play delta --moves rec'
completes 'ascona review --nodes rec' 'ascona review --nodes rec'
completes 'ascona replay --an' 'ascona replay --an'
offers 'ascona play delfino:players=3 --players engine:' 10 uct greedy
offers 'ascona show delfino:players=' '2  3  4'
exit $failed
