#!/usr/bin/env bash
# Every command has help with usage and examples; the man page and the completion know every command and option.
# usage: help.sh SOURCE BUILD
set -euo pipefail
source=$1
PATH=$2:$PATH
failed=0
complain() { echo "$*"; failed=1; }

man=$(sed 's/\\-/-/g; s/\\f[A-Z]//g' "$source/docs/ascona.1")
for command in $(ascona --help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'); do
  help=$(ascona "$command" --help) || complain "$command --help fails"
  grep -q "^usage: ascona $command" <<<"$help" || complain "$command --help has no usage line"
  grep -q '^examples:' <<<"$help" || complain "$command --help has no examples"
  grep -qE "^\.(B|BI|BR) $command( |$)" <<<"$man" || complain "the man page does not know $command"
  for option in $(grep -oE -- '--[a-z]+(-[a-z]+)*' <<<"$help" | sort -u); do
    grep -qF -- "$option" <<<"$man" || complain "the man page does not know $option of $command"
  done
  # The examples are real: each runs, unless it needs a person or a file.
  while read -r example; do
    case $example in
      *' play'* | *' serve'* | *' ugi'* | *' bench'* | *' review '* | *' replay '* | *' convert '* | *' --svg '*) continue ;;
    esac
    bash -c "$example" >/dev/null 2>&1 </dev/null || complain "an example of $command fails: $example"
  done < <(sed -n '/^examples:/,$p' <<<"$help" | sed -n 's/^  \(ascona .*\)/\1/p')
done

# complete_words WORD…: what Tab offers after these words.
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
if command -v man >/dev/null; then
  man --warnings -E UTF-8 -l -Tutf8 -Z "$source/docs/ascona.1" 2>&1 >/dev/null | grep . && complain "the man page has faults"
fi
exit $failed
