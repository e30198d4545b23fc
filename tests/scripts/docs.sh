#!/usr/bin/env bash
# Every command in the README, in docs/ and in the man page works: it is run, and one marked `# long` is only parsed. Those
# of docs/adding-a-game.md are for a program of its own, which example_game.sh builds and runs.
# usage: docs.sh SOURCE BUILD
set -uo pipefail
source=$1
PATH=$2:$PATH
export XDG_STATE_HOME HOME PAGER=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
HOME=$work XDG_STATE_HOME=$work/state
cp "$source/tests/data/records/postal-1996.txt" "$work/games.txt"
(cd "$work" && ascona convert games.txt --to text | awk '/^$/ && moves {exit} /^1\./ {moves = 1} {print}' >game.txt)
cd "$work" || exit 1
failed=0 run=0 parsed=0

# The commands of a file, a line each: in fenced blocks, in indented ones, and as the man page writes them.
commands() {
  sed -n 's/\\-/-/g; s/^\( \{4\}\)\{0,1\}\(\(printf .* | \)\{0,1\}ascona\(-check\)\{0,1\}\( .*\)\{0,1\}\)$/\2/p' "$1" |
    grep -vE '^ascona( -| *#| *$)'
}
for file in "$source"/README.md "$source"/docs/*.md "$source/docs/ascona.1"; do
  case $file in *adding-a-game.md | *architecture.md) continue ;; esac
  while IFS= read -r line; do
    command=${line%%  #*} command=${command%%   #*}
    if [[ $line == *'# long'* ]]; then
      parsed=$((parsed + 1))
      command=${command%%[ &]*([ &])}
      command="${command%%&*} --help"
    else
      run=$((run + 1))
    fi
    timeout 60 bash -c "$command" >out 2>err </dev/null && continue
    echo "${file#"$source"/}: $command: $(tail -1 err)"
    failed=1
  done < <(commands "$file")
done
[ $run -ge 20 ] && [ $parsed -ge 10 ] || { echo "only $run commands were run and $parsed parsed"; failed=1; }
echo "$run run, $parsed parsed"
exit $failed
