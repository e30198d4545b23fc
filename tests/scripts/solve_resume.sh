#!/usr/bin/env bash
# A solve that is killed at any moment goes on where it was, and ends with the same tables, for any number of threads.
# usage: solve_resume.sh SOURCE BUILD
set -euo pipefail
program=$2/ascona
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complain() { echo "$*" >&2; exit 1; }
game=delta:size=4,pawns=6

"$program" solve $game --all --out "$work/whole" --threads 1 --json >"$work/whole.json"

# Killed a little later every time, until it comes to the end.
kills=0 pause=5
until [ -e "$work/killed/delta-4-6-00.tab" ]; do
  "$program" solve $game --all --out "$work/killed" --threads 2 >/dev/null 2>&1 &
  solver=$!
  sleep "$(printf '%d.%03d' $((pause / 1000)) $((pause % 1000)))"
  kill -KILL $solver 2>/dev/null && kills=$((kills + 1))
  wait $solver 2>/dev/null || true
  pause=$((pause + pause / 4 + 1))
done
[ $kills -gt 0 ] || complain "it was never killed"
"$program" solve $game --all --out "$work/killed" >/dev/null
for table in "$work"/whole/*.tab; do
  cmp "$table" "$work/killed/$(basename "$table")" || complain "killed $kills times: $(basename "$table") differs"
done

# What is damaged is said, or made again: a table that is not whole is no table.
truncate -s -10 "$work/killed/delta-4-6-05.tab"
"$program" solve $game --all --out "$work/killed" --json >"$work/again.json"
grep -q '"layer":5,' "$work/again.json" || complain "layer 5 is not told"
cmp "$work/whole/delta-4-6-05.tab" "$work/killed/delta-4-6-05.tab" || complain "a cut table was not made again"

# A folder that cannot be.
touch "$work/file"
if "$program" solve $game --all --out "$work/file" 2>"$work/err"; then complain "a file taken for a folder"; fi
[ "$(wc -l <"$work/err")" = 1 ] || complain "more than one line: $(cat "$work/err")"
