#!/usr/bin/env bash
# Checks that every command has help with usage and examples that work. The man page must have every command and option.
# Also tests the completion for bash.
# usage: help.sh SOURCE BUILD
set -euo pipefail
source=$1
PATH=$2:$PATH
work=$(mktemp -d) # the examples run here
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

man=$(sed 's/\\-/-/g; s/\\f[A-Z]//g' "$2/ascona.1")
for command in $(ascona --help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'); do
  help=$(ascona "$command" --help) || complain "$command --help fails"
  grep -q "^usage: ascona $command" <<<"$help" || complain "$command --help has no usage line"
  grep -q '^examples:' <<<"$help" || complain "$command --help has no examples"
  for locale in C C.UTF-8; do
    LC_ALL=$locale ascona "$command" --help | LC_ALL=C.UTF-8 grep -nE '^.{81}' && complain "$command --help is wider than 80 columns"
  done
  [ "$(ascona help "$command")" = "$help" ] || complain "help $command is not its help"
  section=$(sed -n "/^\.SS $command - ./,/^\.S[SH] /p" <<<"$man")
  [ -n "$section" ] || complain "the man page does not know $command"
  for option in $(grep -oE -- '--[a-z]+(-[a-z]+)*' <<<"${help%%examples:*}" | sort -u); do
    grep -qF -- "$option" <<<"$section" || complain "the man page does not know $option of $command"
  done
  # Every example runs, except those that need a user, a file or a long time.
  while read -r example; do
    case $example in
      *' play'* | *' serve'* | *' ugi'* | *' bench'* | *' review '* | *' replay '* | *' convert '* | *' --svg '* | *' learn '* | *' host '*) continue ;;
    esac
    (cd "$work" && bash -c "$example") >/dev/null 2>&1 </dev/null || complain "an example of $command fails: $example"
  done < <(sed -n '/^examples:/,$p' <<<"$help" | sed -n 's/^  \(ascona .*\)/\1/p')
done

# complete_words WORD…: prints what Tab offers for the last of these words.
complete_words() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _ascona
  printf '%s ' "${COMPREPLY[@]}"
}
# shellcheck disable=SC1091
source "$source/completion/ascona.bash"
[[ $(complete_words ascona pe) == 'perft ' ]] || complain "bash does not complete pe to perft"
[[ $(complete_words ascona show neo) == 'neo-delta ' ]] || complain "bash does not complete neo to neo-delta"
[[ $(complete_words ascona show delta --js) == '--json ' ]] || complain "bash does not complete --js to --json"
[[ $(complete_words ascona bench pl) == 'playouts ' ]] || complain "bash does not complete pl after bench"
[[ $(complete_words ascona serve --w) == '--web ' ]] || complain "bash does not complete --w to --web"
[[ $(complete_words ascona serve --web "$source/doc") == "$source/docs " ]] || complain "bash does not complete a folder after --web"
[[ $(complete_words ascona bench --game neo) == 'neo-delta ' ]] || complain "bash does not complete neo after --game"
[[ $(complete_words ascona help le) == 'learn ' ]] || complain "bash does not complete a command after help"
[[ $(complete_words ascona play delta --players en) == *'engine:5 '*'engine:uct '* ]] || complain "bash does not know the players"
[[ $(complete_words ascona play delta --players human,engine : u) == 'uct ' ]] || complain "bash does not complete human,engine:u"
[[ $(complete_words ascona match delta engine : 1) == '1 10 ' ]] || complain "bash does not complete engine:1"
[[ $(complete_words ascona show kulami : le) == 'level= ' ]] || complain "bash does not complete kulami:le"
[[ $(complete_words ascona show kulami : board = cl) == 'classic ' ]] || complain "bash does not complete kulami:board=cl"
[[ $(complete_words ascona show delfino : players = '') == *'2 3 4 '* ]] || complain "bash does not complete delfino:players="
[[ $(complete_words ascona replay "$source/READ") == "$source/README.md " ]] || complain "bash does not complete a file after replay"
[[ $(complete_words ascona show delta "$source/READ")$(complete_words ascona show delta --moves "$source/READ") == '  ' ]] ||
  complain "bash offers files where none is wanted"
[[ $(complete_words ascona play --eval --moves 'b2 b4' kul) == 'kulami ' ]] || complain "bash does not count arguments without options"
[[ $(complete_words ascona review "$source/READ" --nodes "$source/READ") == ' ' ]] || complain "bash offers files for a number"
[[ $(complete_words ascona play delta --dice '') == 'auto hand ' ]] || complain "bash does not complete a choice"
[[ $(complete_words ascona host ba) == 'backup ' && $(complete_words ascona serve --database "$source/READ") == "$source/README.md " ]] ||
  complain "bash does not complete host"
[[ $(complete_words ascona replay --an) == ' ' ]] || complain "bash offers an option of another command"
[[ $man == *$'\n--language L\n'*$'\n.SH EXIT STATUS\n0 '*$'\n.SH EXAMPLES\n.nf\nascona games\n'* && $man != *@* ]] ||
  complain "the man page lacks something"
if command -v man >/dev/null; then
  man --warnings -E UTF-8 -l -Tutf8 -Z "$2/ascona.1" 2>&1 >/dev/null | grep . && complain "the man page has faults"
fi
exit $failed
