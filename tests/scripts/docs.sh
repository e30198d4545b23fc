#!/usr/bin/env bash
# Checks that every command in the README and in docs/ works.
#   Commands of ascona, and pipes into it, are run.
#   Commands marked `# long` or within a sentence are parsed: --help is added at the end, and fails after a wrong word.
#   Commands of other programs are checked by the shell, and ./dev must have the task.
#   Commands of docs/adding-a-game.md need a program with the example games. example_game.sh builds it and runs them;
#   here they are parsed.
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

# commands FILE: prints the lines that are commands, from fenced and indented blocks.
commands() {
  awk '/^```/ { inside = !inside; known = /^```(sh)?$/; next } inside && known { print } !inside && sub(/^    /, "") { print }' "$1" |
    grep -E '^(ascona|ascona-[a-z]+|mpirun|\./dev|cmake|ninja|ctest|curl|wrk|build/[a-z]+/ascona|printf .*\| ascona|\(.*\| ascona)( |$)' |
    grep -vE '^ascona *(#.*|- .*)?$' # the menu, which terminal.sh tests
}
# mentioned FILE: prints the commands within sentences, such as `ascona solve delta`. Placeholders for numbers become 4.
mentioned() {
  grep -oE '`ascona(-check)? [^`]+`' "$1" | tr -d '`[]' | grep -vE '^ascona (help|COMMAND)' |
    sed 's/ *…//g; s/ [|&<>].*//; s/ \(N\|S\|P\|LAYER\)\>/ 4/g' | sort -u
}
# parse PAGE COMMAND: checks that the program understands the command.
parse() {
  parsed=$((parsed + 1))
  local command=${2%%&*}
  timeout 60 bash -c "$command --help" >out 2>err </dev/null || complain "$1: $command: $(tail -1 err)"
}
for file in "$source"/README.md "$source"/docs/*.md "$source"/docs/*/*.md; do
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
        [[ $command != ./dev* ]] || grep -q "^task_${task//-/_}()" "$source/dev" || complain "$page: $command: there is no such task" ;;
    esac
  done < <(commands "$file")
  while IFS= read -r command; do parse "$page" "$command"; done < <(mentioned "$file")
done

# Every promise names its tests, and they exist. In tables whose last column is "Test", the last cell of each row holds
# `FILE` or `FILE: FUNCTION`. The files are below tests/, and *.spec.ts in web/tests/browser/.
promises=0
promised() { awk -F'|' '/^\|.*\| *Test *\|$/ { inside = 1; next } !/^\|/ { inside = 0 } inside && !/^\|[-| ]+$/ { print $(NF - 1) }' "$1"; }
for page in security reliability; do
  while IFS= read -r cell; do
    promises=$((promises + 1))
    grep -q '`' <<<"$cell" || complain "docs/$page.md: a promise without a test: $cell"
    while IFS= read -r test; do
      file=${test%%: *} name=${test#*: } folder=tests
      [[ $file != *.spec.ts ]] || folder=web/tests/browser
      found=$(find "$source/$folder" -path "*/$file")
      if [ ! -f "$found" ]; then
        complain "docs/$page.md: there is no $file below $folder, or more than one"
      elif [ "$name" != "$test" ] && ! grep -qwF "$name" "$found"; then
        complain "docs/$page.md: $file has no test $name"
      fi
    done < <(grep -oE '`[^`]+`' <<<"$cell" | tr -d '`')
  done < <(promised "$source/docs/$page.md")
done
[ $promises -ge 40 ] || complain "only $promises promises"

# Mistakes that were made before: a table without its head, a changelog in another form, wrong sizes of the modules.
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
