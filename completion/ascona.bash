# Completion of ascona for bash. It asks the program itself, so it never knows less than the program does, and offers
# nothing where nothing is known: commands, options, games with their options, players, files where a file is wanted.
_ascona_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_ascona_files() {
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null
}
_ascona_commands() { "$program" --help 2>/dev/null | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'; }
# The usage and the list of options of the command's help: what its text mentions besides is not meant.
_ascona_help() { "$program" "$command" --help 2>/dev/null | sed -n '/^usage/,/^$/p; /^ *-/p'; }
# _ascona_value OPTION: what the help says comes behind it, FILE or N or auto|hand; nothing behind a flag.
_ascona_value() {
  if [ "$1" = --language ]; then echo 'en|de|fr|ru'; return; fi
  grep -oE -- "(^|[^a-z-])$1 \[?(\"|[A-Z][^] ]*|[a-z]+\|[a-z|]+)" <<<"$help" | head -1 | sed 's/.* \[\{0,1\}//'
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
# Players, of several the last: human,engine:5
_ascona_players() {
  local head=${cur%"${cur##*,}"} word list=
  for word in "$@" engine:{0..10} engine:uct engine:greedy; do list+=" $head$word"; done
  _ascona_offer "$list"
  compopt -o nospace 2>/dev/null
}
# _ascona_argument NUMBER: what the command takes besides options.
_ascona_argument() {
  case $command/$1 in
    help/1) _ascona_offer "$(_ascona_commands)" ;;
    host/1) _ascona_offer 'list backup export copy close out' ;;
    host/2) [[ ${words[2]} != backup ]] || _ascona_files -f ;;
    bench/1) _ascona_offer 'playouts search signature solve probe' ;;
    problems/1) _ascona_offer delta ;;
    problems/2) _ascona_offer next ;;
    review/* | replay/* | convert/*) _ascona_files -f ;;
    games/* | ugi/* | serve/* | bench/* | host/*) ;;
    */1) _ascona_spec ;;
    match/*) _ascona_players ugi: ;;
  esac
}
_ascona() {
  local program=${COMP_WORDS[0]} command cur value help word arguments=0 i
  local -a words=()
  COMPREPLY=()
  # Bash parts words at ':' and '='; here they are one again.
  for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [ ${#words[@]} -gt 1 ] && [[ $word == [:=]* || ${words[-1]} == *[:=] ]]; then words[-1]+=$word; else words+=("$word"); fi
  done
  cur=${words[-1]} command=${words[1]-}
  if [ ${#words[@]} -le 2 ]; then
    _ascona_offer "$(_ascona_commands) help --help --version --language"
    return
  fi
  [[ $command != analyze ]] || command=analyse
  [[ $command == help ]] || help=$(_ascona_help)
  for ((i = 2; i < ${#words[@]}; i++)); do
    value=
    [[ ${words[i - 1]} != -* ]] || value=$(_ascona_value "${words[i - 1]}")
    [[ -n $value || ${words[i]} == -* ]] || arguments=$((arguments + 1))
  done
  case $value in
    FILE) _ascona_files -f ;;
    DIR) _ascona_files -d ;;
    WHEN) _ascona_offer 'always never auto' ;;
    GAME) _ascona_spec ;;
    A,B*) _ascona_players human human: ;;
    *'|'*) _ascona_offer "${value//|/ }" ;;
    ?*) ;;
    *)
      if [[ $cur == -* ]]; then
        _ascona_offer "$(grep -oE -- '--[a-z]+(-[a-z]+)*' <<<"$help" | sort -u) --help --language"
      else
        _ascona_argument $arguments
      fi ;;
  esac
  # What stands before the last ':' or '=' is on the line already.
  if [[ $cur == *[:=]* && ${COMP_WORDBREAKS-:=} == *:* ]]; then
    local known=${cur%"${cur##*[:=]}"}
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$known"}; done
  fi
}
complete -F _ascona ascona
