#!/usr/bin/env bash
# Checks that every fault is reported and that earlier data survives, for each invocation in
# tests/faults/invocations.txt. The n-th allocation, write, fsync, rename or open fails, or a signal comes at the n-th
# call that changes something. The result must be the complete, correct output with its status, or an error: its status,
# a line on stderr, and every file as before. The test tries a few n, with `all` every n. With PATTERN, only invocations
# that contain it are run.
# usage: faults.sh SOURCE BUILD [all [PATTERN]]; FAULTS sets the number of n per kind of call, by default 2
set -euo pipefail
source=$1 build=$2 tries=${FAULTS:-2} all=${3:-} pattern=${4:-}
[ "$all" = all ] && tries=1000000
library=$build/tests/libfaults.so program=$build/ascona
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null; rm -rf "$work"' EXIT
# The C locale needs no memory. With another locale, a failed allocation would change the boards to ASCII.
export LC_ALL=C HOME=$work/now XDG_STATE_HOME=$work/now/state XDG_CONFIG_HOME=$work/now/config

# The list of invocations must have every command and every option, except these options, which only change the input.
# The database of the server has its own tests.
inputs=' --position --moves --touched --tables --hash --threads --time --nodes --depth --multipv --color --ascii --to --file
  --no-targets --no-moves --grade --count --seed --game --seconds --plies --players --games --lots --dice --movetime --inc
  --margin --strict --openings --jobs --sprt --set --patience --gpu --port --host --web --step --clock
  --origin --trust-proxy --engines --limits --disk-limit --database --cert --key --log-addresses --invitation-days --unplayed-days
  --person-days --idle-days '
for command in $("$program" --help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'); do
  lines=$(grep -E "^[^#|]*\| $command( |\$)" "$source/tests/faults/invocations.txt") ||
    { echo "no invocation of $command is swept"; exit 1; }
  for option in $("$program" "$command" --help | sed -n 's/^  \(-[a-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p' | sort -u); do
    [[ $inputs == *" $option "* || $inputs == *" $option"$'\n'* ]] || grep -qE -- " $option( |\$)" <<<"$lines" ||
      { echo "$command $option: neither swept nor known as an option of what goes in"; exit 1; }
  done
done
[ -e "$library" ] || { echo "no library of faults here: sanitizers have their own allocators"; exit 0; }

mkdir -p "$work/fresh/state/ascona" "$work/fresh/config/ascona" "$work/fresh/web"
(
  cd "$work/fresh"
  "$program" match delta engine:1 engine:0 -n 2 --seed 3 --save games.txt >/dev/null
  "$program" match delfino engine:0 engine:0 -n 1 --seed 3 --save games.txt >/dev/null
  "$program" solve delta:size=4,pawns=4 --all --out tables >/dev/null
  printf '[Game "delta"]\n[Result "none"]\n\n1. c3 d4 2. c3-c5 none\n\n' >short.txt
  printf '[Game "delfino"]\n[Result "none"]\n\n1. 1.1 4.4 r3 none\n\n' >>short.txt
  printf 'c3\nd4\nc3-c1\nquit\n' | "$program" play delta --players human,human --save state/ascona/play.txt >/dev/null
  echo '<title>page</title>' >web/index.html
  "$program" serve --check --port 0 --web web --database kept >/dev/null
  printf '# how I like it\nascii = on\ncolour = green\n' >config/ascona/config
)

# Removes what may differ between two runs: times, dates, and the name of the processor, which a fault can make unknown.
plain() {
  sed -E 's/"[a-z_]*(second|spread|median|most|solving)[a-z_]*":[0-9.e-]+/"time":0/g; s/[0-9]+\.[0-9]+ s/0 s/g; /^\[Date /d
    s/nps [0-9]+ time [0-9]+/nps 0 time 0/; s/^([AB] .*) [0-9.]+ +([0-9]+ +[0-9]+)$/\1 0 \2/; s/^(\[Effort ).*/\1/
    s/ +[0-9.]+ *$/ 0/; s/"machine":"[^"]*"//; /"solved":/s/"nodes":[0-9]+//'
}
alike() { cmp -s "$1" "$2" || cmp -s <(plain <"$1") <(plain <"$2"); }
lay() { rm -rf "$work/now" && cp -r "$work/fresh" "$work/now" && cd "$work/now"; }
fault() {
  echo "$arguments: $*"
  head -5 "$work/err"
  [ ! -e "$work/right" ] || diff <(plain <"$work/right") <(plain <"$work/out") | head -8
  exit 1
}

# unharmed FILE WHOLE: checks a file after a run. If WHOLE is yes, it must be complete and correct. Otherwise the mark
# after its name says what is allowed; see invocations.txt.
unharmed() {
  local mark=${1: -1} file=${1%[+~/]} whole=$2 one
  if [ "$mark" = / ]; then
    for one in "$work/after/$file"/*; do
      one=$file/${one##*/}
      case $one in *.lock) continue ;; esac
      if [ -e "$one" ] || [ "$whole" = yes ]; then cmp -s "$one" "$work/after/$one" || return 1; fi
    done
    return 0
  fi
  [ -e "$file" ] && [ -e "$work/after/$file" ] && alike "$file" "$work/after/$file" && return 0
  [ "$whole" = yes ] && { [ ! -e "$file" ] && [ ! -e "$work/after/$file" ]; return; }
  if [ ! -e "$work/before/$file" ]; then [ ! -e "$file" ] && return 0; else cmp -s "$file" "$work/before/$file" && return 0; fi
  [ "$mark" = '~' ] && { "$program" replay "$file" >/dev/null 2>&1; return; }
  # A log may have all new entries or some of them, but only complete ones.
  [ "$mark" = + ] && ! grep -qvxFf <(plain <"$work/after/$file") <(plain <"$file") &&
    { ! grep -q '^\[Game' "$file" || "$program" replay "$file" >/dev/null; }
}

checked=0
# attempt FAULT: runs the command with that fault and checks the result. FAULT is KIND:n or limit:KIB.
attempt() {
  lay
  local status=0 file whole=no stray
  {
    if [[ $1 == limit:* ]]; then
      (ulimit -v "${1#limit:}" && exec "$program" "${words[@]}") <"$work/in" >"$work/out" 2>"$work/err" || status=$?
    else
      LD_PRELOAD=$library ASCONA_FAIL=$1 "$program" "${words[@]}" <"$work/in" >"$work/out" 2>"$work/err" || status=$?
    fi
  } 2>/dev/null
  checked=$((checked + 1))
  case $status,$1 in
    137,kill:* | 130,int:* | 143,term:* | 1,int:* | 1,term:*) ;; # interrupted: it may report how far it came
    "$expected",*) # At a prompt, the command reports the error and continues.
      if alike "$work/out" "$work/right"; then whole=yes
      elif ! { [ -n "$input" ] && { [ -s "$work/err" ] || grep -qE '^info string error|out of memory|cannot be' "$work/out"; }; } &&
        [[ $1 != int:* && $1 != term:* ]]; then fault "$1: status $status, but the output is another"; fi
      [ -s "$work/err" ] && whole=no ;;
    *) [ $status -lt 124 ] && [ -s "$work/err" ] || fault "$1: status $status and not a word" ;;
  esac
  for file in $files games.txt short.txt; do
    unharmed "$file" $whole || fault "$1: status $status, and $file is neither as it was nor as it should be"
  done
  stray=$(find . -name '.*' -type f -o -name '*.??????' -type f -o -name '*.part' | head -3)
  [ -z "$stray" ] || [[ $1 == kill:* ]] || fault "$1: leaves $stray"
}

# sweep KIND [FUNCTION]: lets some calls of that kind fail, evenly spread, then all of them (`+`). FUNCTION does each
# run, by default attempt.
sweep() {
  local n calls
  lay
  LD_PRELOAD=$library ASCONA_FAIL=$1:1000000000 ASCONA_FAIL_COUNT=$work/count "$program" "${words[@]}" <"$work/in" \
    >/dev/null 2>&1 || true
  calls=$(cat "$work/count")
  [ "$calls" -gt 0 ] || return 0
  for ((n = 1; n <= calls; n += (calls + tries - 1) / tries)); do "${2:-attempt}" "$1:$n"; done
  case $1 in int | term | kill) ;; *) "${2:-attempt}" "$1:1+" ;; esac
}

# A server with a fault either does not start and reports why, or it answers correctly or with an error and keeps
# running.
alive() { grep -qs '^State:.[^Z]' "/proc/$server/status"; }
ask() {
  local answer
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3 2>/dev/null || true
  answer=$(tr -d '\r\0' <&3 2>/dev/null | grep -v '^Date:' || true)
  exec 3>&-
  echo "$answer"
}
start() {
  : >"$work/out" # otherwise the output of the previous server would be read
  LD_PRELOAD=$library ASCONA_FAIL=$1 ASCONA_FAIL_COUNT=$work/count "$program" "${words[@]}" >"$work/out" 2>"$work/err" </dev/null &
  server=$!
  port=
  until port=$(sed -n 's/^Ascona is at http:.*:\([0-9]*\) (Ctrl-C ends it)$/\1/p' "$work/out") && [ -n "$port" ]; do
    alive || return 1
    sleep 0.01
  done
}
serve() {
  local status=0 path answer
  checked=$((checked + 1))
  if ! start "$1"; then
    wait "$server" || status=$?
    server=
    [ $status -eq 3 ] && [ "$(grep -c . "$work/err")" -ge 1 ] || fault "$1: does not start, status $status"
    return
  fi
  for path in / /nothing.js "$probe" / "$probe"; do
    answer=$(ask "$path" 2>/dev/null) || true
    alive || fault "$1: the server has died"
    [ -z "$answer" ] || [ "$answer" = "${right[$path]}" ] || [[ $answer =~ ^HTTP/1.1\ 5 ]] || fault "$1: $path: ${answer:0:300}"
  done
  # After a single fault the server works again.
  answer=$(ask "$probe" 2>/dev/null) || true
  [ -n "$answer" ] || answer=$(ask "$probe" 2>/dev/null) || true
  [[ $1 == *+ ]] || [ "$answer" = "${right[$probe]}" ] || fault "$1: it does not recover: ${answer:0:300}"
  kill -TERM "$server"
  wait "$server" || status=$?
  server=
  [ $status -eq 0 ] || fault "$1: ends with status $status"
}
sweep_server() {
  local n calls
  probe='/api/probe?game=delta:size=4,pawns=4&position=1:..../..../..../....:w4b4:w1'
  declare -gA right
  lay
  start alloc:1000000000 || fault "does not start"
  for path in / /nothing.js "$probe"; do right[$path]=$(ask "$path"); done
  [[ ${right[$probe]} =~ ^HTTP/1.1\ 200 ]] || fault "no answer: ${right[$probe]}"
  kill -TERM "$server"
  wait "$server"
  server=
  calls=$(cat "$work/count")
  for ((n = 1; n <= calls; n += (calls + 4 * tries - 1) / (4 * tries))); do serve "alloc:$n"; done
  for kind in write open; do for n in 1 2 3 4 5 6 7 8; do serve "$kind:$n"; done; done
}

# least PROGRAM ARGUMENT: prints the minimum memory, in KiB, with which a program starts. `serve` and `host` run in
# ascona-server, which loads more libraries.
least() {
  local memory=4000
  until (ulimit -v $memory && exec "$@") >/dev/null 2>&1; do memory=$((memory + 250)); done 2>/dev/null
  echo $memory
}
least_ascona=$(least "$program" games) least_server=$(least "$program-server" --version)
while IFS='|' read -r files arguments input; do
  case $files in \#*) continue ;; esac
  [[ -n $arguments && $arguments == *$pattern* ]] || continue
  [[ $files != slow* ]] || [ "$all" = all ] || continue
  began=$checked
  files=${files/slow/}
  input=${input# }
  printf '%b' "$input" >"$work/in"
  eval "words=($arguments)"
  case ${words[0]} in serve | host) least=$least_server ;; *) least=$least_ascona ;; esac
  if [[ $files == server* ]]; then
    sweep_server
  else
    lay
    rm -rf "$work/before" "$work/after"
    cp -r "$work/now" "$work/before"
    expected=0
    "$program" "${words[@]}" <"$work/in" >"$work/right" 2>"$work/err" || expected=$?
    [ $expected -lt 2 ] || fault "fails without a fault: $expected"
    cp -r "$work/now" "$work/after"
    for kind in alloc write sync rename open; do sweep $kind; done
    [ -z "${files// /}" ] || for kind in int term kill; do sweep $kind; done
    if [ "$all" = all ]; then for more in 0 200 500 1000 2000 4000 8000 16000; do attempt "limit:$((least + more))"; done
    elif [ -n "${files// /}" ]; then attempt "limit:$((least + 500))"; fi
  fi
  [ "$all" != all ] || echo "$((checked - began)) faults: $arguments"
done <"$source/tests/faults/invocations.txt"

# The same with limits of the system: a file of many games is converted over itself with little memory.
limited() {
  local limit status refused=0
  lay
  cp games.txt many.txt
  for _ in {1..11}; do cat many.txt many.txt >more.txt && mv more.txt many.txt; done # 2,048 copies
  cp many.txt "$work/many.txt"
  "$program" convert many.txt --to text --output "$work/whole.txt"
  for limit in 15000 17000 19000 22000 25000 30000 35000 45000 60000 90000; do
    status=0
    (ulimit -v $limit && exec "$program" convert many.txt --to text --output many.txt) 2>/dev/null || status=$?
    if [ $status -eq 0 ]; then right=$work/whole.txt; else right=$work/many.txt; fi
    cmp -s many.txt "$right" || { echo "convert with $limit KiB: status $status, and the file is another"; exit 1; }
    cp "$work/many.txt" many.txt
    checked=$((checked + 1))
    refused=$((refused + (status == 3)))
  done
  [ "$refused" -gt 0 ] || { echo "no limit of memory was felt"; exit 1; }
}
[ -n "$pattern" ] || limited
echo "$checked faults, each reported or without effect"
