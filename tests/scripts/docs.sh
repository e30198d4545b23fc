#!/usr/bin/env bash
# Every command in the README, in docs/ and in the man page works. Those of ascona are run, and so are the pipes into it; one
# marked `# long` is only parsed, and so is one within a sentence: `--help` behind it, which a wrong word or option does not
# reach. Commands of other programs are looked at by the shell, and ./dev must know its task. Those of
# docs/adding-a-game.md are for a program of its own: example_game.sh builds and runs it, here they are parsed.
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
failed=0 run=0 parsed=0 looked=0
complain() { echo "$*"; failed=1; }

# The lines of a page that are commands: in fenced blocks, in indented ones, and as the man page writes them.
commands() {
  awk '/^```/ { inside = !inside; known = /^```(sh)?$/; next } inside && known { print } !inside && sub(/^    /, "") { print }
       FILENAME ~ /\.1$/ { gsub(/\\-/, "-"); print }' "$1" |
    grep -E '^(ascona|ascona-[a-z]+|mpirun|\./dev|cmake|ninja|ctest|curl|wrk|build/[a-z]+/ascona|printf .*\| ascona|\(.*\| ascona)( |$)' |
    grep -vE '^ascona *(#.*|- .*)?$' # a menu, which terminal.sh opens
}
# Those within sentences, `ascona solve delta`; capitals stand for a number where one is wanted.
mentioned() {
  grep -oE '`ascona(-check)? [^`]+`' "$1" | tr -d '`[]' | grep -vE '^ascona (help|COMMAND)' |
    sed 's/ *…//g; s/ [|&<>].*//; s/ \(N\|S\|P\|LAYER\)\>/ 4/g' | sort -u
}
# parse PAGE COMMAND: the program understands it.
parse() {
  parsed=$((parsed + 1))
  local command=${2%%&*}
  timeout 60 bash -c "$command --help" >out 2>err </dev/null || complain "$1: $command: $(tail -1 err)"
}
for file in "$source"/README.md "$source"/docs/*.md "$source"/docs/*/*.md "$source/docs/ascona.1"; do
  page=${file#"$source"/}
  while IFS= read -r line; do
    command=$line comment=
    [[ $line =~ ^(.*[^\ ])\ +#\ *(.*)$ ]] && command=${BASH_REMATCH[1]} comment=${BASH_REMATCH[2]}
    case $command in
      build/*/ascona*) parse "$page" "ascona${command#*/ascona}" ;;
      ascona* | printf* | '('*)
        if [[ $comment == long* ]]; then
          parse "$page" "$command"
        else
          run=$((run + 1))
          timeout 60 bash -c "$command" >out 2>err </dev/null || complain "$page: $command: $(tail -1 err)"
        fi ;;
      *)
        looked=$((looked + 1))
        bash -nc "$command" 2>err || complain "$page: $command: $(tail -1 err)"
        read -r _ task _ <<<"$command "
        [[ $command != ./dev* ]] || grep -q "^task_$task()" "$source/dev" || complain "$page: $command: there is no such task" ;;
    esac
  done < <(commands "$file")
  while IFS= read -r command; do parse "$page" "$command"; done < <(mentioned "$file")
done

# Every promise names its tests, and they exist: the last cell of each row of a table whose last column is "Test" holds
# `FILE` or `FILE: FUNCTION`, in tests/ or, for *.spec.ts, in web/tests/browser/.
promises=0
promised() { awk -F'|' '/^\|.*\| *Test *\|$/ { inside = 1; next } !/^\|/ { inside = 0 } inside && !/^\|[-| ]+$/ { print $(NF - 1) }' "$1"; }
for page in security reliability; do
  while IFS= read -r cell; do
    promises=$((promises + 1))
    grep -q '`' <<<"$cell" || complain "docs/$page.md: a promise without a test: $cell"
    while IFS= read -r test; do
      file=${test%%: *} name=${test#*: } folder=tests
      [[ $file != *.spec.ts ]] || folder=web/tests/browser
      if [ ! -f "$source/$folder/$file" ]; then
        complain "docs/$page.md: there is no $folder/$file"
      elif [ "$name" != "$test" ] && ! grep -qwF "$name" "$source/$folder/$file"; then
        complain "docs/$page.md: $folder/$file has no test $name"
      fi
    done < <(grep -oE '`[^`]+`' <<<"$cell" | tr -d '`')
  done < <(promised "$source/docs/$page.md")
done
[ $promises -ge 40 ] || complain "only $promises promises"

# Facts that went wrong before: a table is in one piece, the changelog has its form, the page says how large it is.
awk 'FILENAME != file { file = FILENAME; row = 0 } /^\|/ { if (!row && !/^\|.*\|$/) bad = 1; if (!row) head = NR
     if (row == 1 && !/^\|(---\|)+$/ && !/^\|([- :]+\|)+$/) { print FILENAME ": a table without its head: " $0; bad = 1 } row++; next }
     { row = 0 } END { exit bad }' "$source"/README.md "$source"/docs/*.md "$source"/docs/*/*.md || failed=1
grep -vE '^(#|- |  |$|\[|All notable|\S*Semantic)' "$source/CHANGELOG.md" && complain "the changelog has another form"
grep -E '^#' "$source/CHANGELOG.md" | grep -vxE '# Changelog|## \[(Unreleased|[0-9.]+)\]( - [0-9-]{10})?|### (Added|Changed|Deprecated|Removed|Fixed|Security)' &&
  complain "the changelog has other headings"
for module in board engine; do
  packed=$(find "$2/web/assets" -name "$module-*.wasm.br" -size +1k 2>/dev/null | head -1)
  [ -n "$packed" ] || continue
  told=$(grep -A1 "$module.wasm " "$source/docs/page.md" | grep -oE '[0-9]+ KB packed' | head -1) now=$((($(stat -c %s "$packed") + 500) / 1000))
  [ $((${told%% *} - now)) -le 5 ] && [ $((now - ${told%% *})) -le 5 ] || complain "docs/page.md: $module.wasm is $now KB packed, not $told"
done

[ $run -ge 20 ] && [ $parsed -ge 60 ] && [ $looked -ge 5 ] || complain "only $run run, $parsed parsed, $looked looked at"
echo "$run run, $parsed parsed, $looked looked at"
exit $failed
