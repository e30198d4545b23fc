#!/usr/bin/env bash
# Every fault is reported, and what was there before is still there: the n-th allocation, write, fsync, rename or open of
# each invocation in tests/faults/invocations.txt fails, for many n (`all`: for every n). The result is either the full,
# right output with status 0, or an error with its status, one line on stderr, and every file as it was.
# usage: faults.sh SOURCE BUILD [all]
set -euo pipefail
source=$1 build=$2 tries=${FAULTS:-12}
[ "${3:-}" = all ] && tries=1000000
library=$build/tests/libfaults.so program=$build/ascona
[ -e "$library" ] || { echo "no library of faults here: sanitizers have their own allocators"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C XDG_STATE_HOME=$work/state

mkdir "$work/fresh"
(
  cd "$work/fresh"
  "$program" match delta engine:1 engine:0 -n 2 --seed 3 --save games.txt >/dev/null
  "$program" match delfino engine:0 engine:0 -n 1 --seed 3 --save games.txt >/dev/null
  "$program" solve delta:size=4,pawns=4 --all --out tables >/dev/null
)

# The C locale takes no memory: where another cannot be had, boards are drawn in ASCII.
# Times are no part of what is compared.
plain() { sed -E 's/"seconds_per_move":[0-9.e-]+/"seconds_per_move":0/g; s/"seconds":[0-9.e-]+/"seconds":0/g; s/[0-9]+\.[0-9]+ s/0 s/g'; }
lay() { rm -rf "$work/now" && cp -r "$work/fresh" "$work/now" && cd "$work/now"; }
fault() { echo "$arguments: $*"; exit 1; }

checked=0
# attempt WISH: one run with a fault. False when the program makes fewer calls of the kind.
attempt() {
  lay
  local status=0 file
  LD_PRELOAD=$library ASCONA_FAIL=$1 ASCONA_FAIL_COUNT=$work/count "$program" "${words[@]}" >"$work/out" 2>"$work/err" \
    || status=$?
  [ $status -lt 124 ] || fault "$1: status $status"
  checked=$((checked + 1))
  if [ $status -eq "$expected" ]; then
    plain <"$work/out" | cmp -s - "$work/right" || fault "$1: status $status, but the output is another"
  else
    [ -s "$work/err" ] || fault "$1: status $status and not a word"
  fi
  for file in $files games.txt; do
    cmp -s "$file" "$work/before/$file" 2>/dev/null && [ $status -ne "$expected" ] && continue
    [ ! -e "$file" ] && [ ! -e "$work/before/$file" ] && [ $status -ne "$expected" ] && continue
    cmp -s "$file" "$work/after/$file" && [ $status -eq "$expected" ] && continue
    fault "$1: status $status, and $file is neither as it was nor as it should be"
  done
  local stray
  stray=$(ls "$work/now" | grep -vxF "$(printf '%s\n' games.txt tables $files)" || true)
  [ -z "$stray" ] || fault "$1: leaves $stray"
  local number=${1#*:}
  [ "$(cat "$work/count" 2>/dev/null || echo 0)" -ge "${number%+}" ]
}

while IFS='|' read -r files arguments; do
  case $files in \#*) continue ;; esac
  [ -n "$arguments" ] || continue
  eval "words=($arguments)"
  lay
  rm -rf "$work/before" "$work/after"
  cp -r "$work/now" "$work/before"
  expected=0
  "$program" "${words[@]}" 2>/dev/null | plain >"$work/right" || expected=${PIPESTATUS[0]}
  cp -r "$work/now" "$work/after"
  for kind in alloc write sync rename open; do
    # The calls there are, then some of them, spread evenly.
    lay
    LD_PRELOAD=$library ASCONA_FAIL=$kind:1000000000 ASCONA_FAIL_COUNT=$work/count "$program" "${words[@]}" >/dev/null 2>&1 || true
    calls=$(cat "$work/count")
    [ "$calls" -gt 0 ] || continue
    step=$(((calls + tries - 1) / tries))
    for ((n = 1; n <= calls; n += step)); do attempt "$kind:$n" || true; done
    attempt "$kind:1+" || true
  done
done <"$source/tests/faults/invocations.txt"
# The same by the system: a file of many games under limits of memory, converted over itself.
lay
for _ in $(seq 2500); do cat games.txt; done >many.txt
cp many.txt "$work/many.txt"
"$program" convert many.txt --to text --output "$work/whole.txt"
for limit in 15000 17000 19000 22000 25000 30000 35000 45000 60000 90000; do
  status=0
  (ulimit -v $limit && exec "$program" convert many.txt --to text --output many.txt) 2>/dev/null || status=$?
  if [ $status -eq 0 ]; then right=$work/whole.txt; else right=$work/many.txt; fi
  cmp -s many.txt "$right" || { echo "convert with $limit KiB: status $status, and the file is another"; exit 1; }
  cp "$work/many.txt" many.txt
  checked=$((checked + 1))
  refused=$((${refused:-0} + (status == 3)))
done
[ "$refused" -gt 0 ] || { echo "no limit of memory was felt"; exit 1; }
echo "$checked faults, each reported or without effect"
[ "$checked" -gt 100 ]
