# Completion of ascona for bash. It asks the program itself, so it never knows less than the program does, and offers
# nothing where nothing is known: commands, options, games with their options, players, files where a file is wanted.
_ascona_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_ascona_commands() { "$program" --help 2>/dev/null | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'; }
# The options of a command: those of its usage and of its list, not those its text mentions.
_ascona_options() {
  "$program" "$1" --help 2>/dev/null | sed -n '/^usage/,/^$/p; /^  --/p' | grep -oE -- '--[a-z]+(-[a-z]+)*' | sort -u
}
_ascona_games() { "$program" games --json 2>/dev/null | sed -n 's/.*"game":"\([a-z-]*\)".*/\1/p'; }
# _ascona_choices GAME KEY: what an option of a game may be, as far as it can be listed.
_ascona_choices() {
  local facts
  facts=$("$program" games --json 2>/dev/null | grep "\"game\":\"$1\"" | grep -o "{\"key\":\"$2\"[^}]*}")
  case $facts in
    *'"choices"'*) sed 's/.*"choices":\[\([^]]*\)\].*/\1/; s/[",]/ /g' <<<"$facts" ;;
    *'"least"'*) local least most
      least=$(sed 's/.*"least":\([0-9]*\).*/\1/' <<<"$facts") most=$(sed 's/.*"most":\([0-9]*\).*/\1/' <<<"$facts")
      [ "$((most - least))" -gt 40 ] || seq "$least" "$most" ;;
    *'"values"'*) sed 's/.*"values":"\([^"]*\)".*/\1/; s/ or a .*//; s/,/ /g' <<<"$facts" ;;
  esac
}
# A game with its options: kulami:level=3,board=classic
_ascona_spec() {
  local game=${cur%%:*} last=${cur##*[:,]} head word list=
  if [[ $cur != *:* ]]; then _ascona_offer "$(_ascona_games)"; return; fi
  head=${cur%"$last"}
  if [[ $last == *=* ]]; then
    for word in $(_ascona_choices "$game" "${last%%=*}"); do list+=" $head${last%%=*}=$word"; done
  else
    for word in $("$program" games --json 2>/dev/null | grep "\"game\":\"$game\"" | grep -o '"key":"[a-z]*"' | cut -d'"' -f4)
    do list+=" $head$word="; done
    compopt -o nospace 2>/dev/null
  fi
  _ascona_offer "$list"
}
# Players with commas between them: human,engine:5
_ascona_players() {
  local head=${cur%"${cur##*,}"} word list=
  for word in $1; do list+=" $head$word"; done
  _ascona_offer "$list"
}
_ascona() {
  local program=${COMP_WORDS[0]} command=${COMP_WORDS[1]} cur=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD place whole
  local engines='engine:0 engine:1 engine:2 engine:3 engine:4 engine:5 engine:6 engine:7 engine:8 engine:9 engine:10 engine:uct engine:greedy'
  COMPREPLY=()
  # Bash parts words at ':' and '='; here they are one again.
  while [ "$at" -gt 1 ] && [[ ${COMP_WORDS[at]} == [:=]* || ${COMP_WORDS[at - 1]} == [:=] ]]; do
    at=$((at - 1))
    [[ ${COMP_WORDS[at]}$cur == "$cur" ]] || cur=${COMP_WORDS[at]}$cur
  done
  whole=$cur
  local prev=${COMP_WORDS[at - 1]}
  place=$((at - 1))
  if [ "$at" -le 1 ]; then
    _ascona_offer "$(_ascona_commands) help --help --version --language"
    return
  fi
  [[ $command == analyze ]] && command=analyse
  case $prev in
    --players) _ascona_players "human human: $engines"; compopt -o nospace 2>/dev/null ;;
    --color) _ascona_offer 'always never auto' ;;
    --language) _ascona_offer 'en de fr ru' ;;
    --dice) _ascona_offer 'auto hand' ;;
    --to) _ascona_offer 'text json' ;;
    --game) _ascona_spec ;;
    --tables | --out | --web) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    --svg | --save | --resume | --file | --annotate | --output | --games-file | --database | --cert | --key) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    --moves | --position | --touched | --time | --seed | --clock | --grade) ;;
    *)
      case $command/$place/$cur in
        help/1/*) _ascona_offer "$(_ascona_commands)" ;;
        */-*) _ascona_offer "$(_ascona_options "$command") --help --language" ;;
        games/* | ugi/* | serve/*) ;;
        host/1/*) _ascona_offer 'list backup export close out' ;;
        bench/1/*) _ascona_offer 'playouts search signature solve probe' ;;
        review/* | replay/* | convert/*) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
        problems/1/*) _ascona_offer delta ;;
        problems/2/*) _ascona_offer next ;;
        match/1/* | [a-z]*/1/*) _ascona_spec ;;
        match/*) _ascona_players "$engines ugi:" ;;
      esac
      ;;
  esac
  # What stands before the last ':' or '=' is on the line already.
  if [[ $whole == *[:=]* && ${COMP_WORDBREAKS-:=} == *:* ]]; then
    local known=${whole%"${whole##*[:=]}"} i
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$known"}; done
  fi
}
complete -F _ascona ascona
