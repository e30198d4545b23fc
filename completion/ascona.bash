# Completion of ascona for bash. It asks the program itself, so it never knows less than the program does.
_ascona_games() { "$1" games 2>/dev/null | sed -n 's/^\([a-z-]\{1,\}\) .*/\1/p'; }
_ascona() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} program=${COMP_WORDS[0]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p') --help --version" -- "$word")
    return
  fi
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" "$command" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u) --help" -- "$word")
    return
  fi
  if [[ ${COMP_WORDS[COMP_CWORD - 1]} == --game ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_ascona_games "$program")" -- "$word")
    return
  fi
  if [[ ${COMP_WORDS[COMP_CWORD - 1]} == --tables ]]; then
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
    return
  fi
  case $command in
    bench) mapfile -t COMPREPLY < <(compgen -W 'playouts search signature solve probe' -- "$word") ;;
    match)
      # A colon parts words: "engine", ":", "5".
      if [ "$COMP_CWORD" -eq 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_ascona_games "$program")" -- "$word")
      elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == --save || ${COMP_WORDS[COMP_CWORD - 1]} == --resume ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      elif [[ $word == : || ${COMP_WORDS[COMP_CWORD - 1]} == : ]]; then
        mapfile -t COMPREPLY < <(compgen -W "0 1 2 3 4 5 6 7 8 9 10 uct greedy" -- "${word#:}")
      else
        mapfile -t COMPREPLY < <(compgen -W "engine: ugi:" -- "$word")
      fi
      ;;
    review | replay | convert) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    serve)
      if [[ ${COMP_WORDS[COMP_CWORD - 1]} == --web ]]; then mapfile -t COMPREPLY < <(compgen -d -- "$word"); fi
      ;;
    games | ugi) ;;
    *)
      if [ "$COMP_CWORD" -eq 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_ascona_games "$program")" -- "$word")
      else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
      fi
      ;;
  esac
}
complete -F _ascona ascona
