# Completion of ascona for bash; `source` it. Commands, options, games and their options come from the program itself,
# so they are always current. Files are offered only where a file is expected.
_ascona_offer() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_ascona_files() {
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null
}
_ascona_commands() { "$program" --help 2>/dev/null | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'; }
# Prints the usage and the list of options from the command's help; options that other text mentions are ignored.
_ascona_help() { "$program" "$command" --help 2>/dev/null | sed -n '/^usage/,/^$/p; /^ *-/p'; }
# _ascona_value OPTION: prints what follows the option according to the help, such as FILE, N or auto|hand. Prints
# nothing for a flag.
_ascona_value() {
  if [ "$1" = --language ]; then echo 'en|de|fr|ru'; return; fi
  grep -oE -- "(^|[^a-z-])$1 \[?(\"|[A-Z][^] ]*|[a-z]+\|[a-z|]+)" <<<"$help" | head -1 | sed 's/.* \[\{0,1\}//'
}
_ascona_games() { "$program" games --json 2>/dev/null | sed -n 's/.*"game":"\([a-z-]*\)".*/\1/p'; }
# _ascona_choices GAME KEY: prints the values of a game's option, if they can be listed.
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
# Completes a game with its options: kulami:level=3,board=classic
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
# Completes the last player of a list: human,engine:5
_ascona_players() {
  local head=${cur%"${cur##*,}"} word list=
  for word in "$@" engine:{0..10} engine:uct engine:greedy; do list+=" $head$word"; done
  _ascona_offer "$list"
  compopt -o nospace 2>/dev/null
}
# _ascona_argument NUMBER: completes that argument of the command; options do not count.
_ascona_argument() {
  case $command/$1 in
    help/1) _ascona_offer "$(_ascona_commands)" ;;
    host/1 | bench/1) _ascona_offer "$(sed -n '1{s/ [A-Z][A-Z]*//g; s/.*ascona [a-z]* \[*//; s/[] ].*//; s/|/ /gp;}' <<<"$help")" ;;
    host/2) [[ ${words[2]} != backup ]] || _ascona_files -f ;;
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
  # Bash splits words at ':' and '='; this joins them again.
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
  # The text up to the last ':' or '=' is already on the line, so it is removed from the offers.
  if [[ $cur == *[:=]* && ${COMP_WORDBREAKS-:=} == *:* ]]; then
    local known=${cur%"${cur##*[:=]}"}
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$known"}; done
  fi
}
complete -F _ascona ascona
