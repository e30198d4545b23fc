#!/usr/bin/env bash
# Checks that a solve that was killed at any moment resumes and ends with the same tables, for any number of threads. A
# second solve in the same folder is rejected and does not disturb the first.
# usage: solve_resume.sh SOURCE BUILD
set -euo pipefail
program=$2/ascona
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complain() { echo "$*" >&2; exit 1; }
# With sanitizers four pawns already take long enough to be killed; without them six are solved.
pawns=6
[ -z "${ASCONA_SMALL_BOARDS:-}" ] || pawns=4
game=delta:size=4,pawns=$pawns last=$((2 * pawns))
# of LAYER: prints the file name of its table.
of() { printf 'delta-4-%d-%02d.tab' $pawns "$1"; }
# whole FOLDER: checks that every file with the name of a table is correct.
whole() {
  for table in "$1"/*.tab; do
    [ ! -e "$table" ] || cmp "$work/whole/$(basename "$table")" "$table" || complain "$table is wrong"
  done
}
# holds FOLDER PROCESS: waits until that process has locked the folder.
holds() { until grep -qs "^process $2 on " "$1/solve.lock"; do kill -0 "$2" || complain "$2 has ended"; sleep 0.01; done; }
# refused STATUS WORDS ARGUMENT…: checks for that status and one line on stderr that contains the words.
refused() {
  local status=$1 words=$2 got=0
  shift 2
  "$program" "$@" >/dev/null 2>"$work/err" || got=$?
  [ $got = "$status" ] || complain "$*: status $got, not $status"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "$*: not one line: $(cat "$work/err")"
  grep -qF "$words" "$work/err" || complain "$*: does not say '$words': $(cat "$work/err")"
}

"$program" solve $game --all --out "$work/whole" --threads 1 --json >"$work/whole.json"

# The solve is killed a little later each time, until it reaches the end.
kills=0 pause=5
until [ -e "$work/killed/$(of 0)" ]; do
  "$program" solve $game --all --out "$work/killed" --threads 2 >/dev/null 2>&1 &
  solver=$!
  sleep "$(printf '%d.%03d' $((pause / 1000)) $((pause % 1000)))"
  kill -KILL $solver 2>/dev/null && kills=$((kills + 1))
  wait $solver 2>/dev/null || true
  whole "$work/killed"
  pause=$((pause + pause / 4 + 1))
done
[ $kills -gt 0 ] || complain "it was never killed"
"$program" solve $game --all --out "$work/killed" >/dev/null
whole "$work/killed"
same() { [ "$(cd "$1" && echo *)" = "$(cd "$work/whole" && echo *)" ] || complain "$1 has other files: $(ls "$1")"; }
same "$work/killed"

# The solve is killed at random moments. Files with the name of a table are always correct, and half-written files are
# gone at the end.
for round in 1 2; do
  for _ in 1 2 3 4; do
    "$program" solve $game --all --out "$work/random$round" --threads 2 >/dev/null 2>&1 &
    solver=$!
    sleep "0.$(printf '%03d' $((RANDOM % 400)))"
    kill -KILL $solver 2>/dev/null || true
    wait $solver 2>/dev/null || true
    whole "$work/random$round"
  done
  "$program" solve $game --all --out "$work/random$round" >/dev/null
  whole "$work/random$round"
  same "$work/random$round"
done

# Two solves in one folder: the first is paused while the second tries, so that it cannot end before.
"$program" solve $game --all --out "$work/two" --threads 1 >/dev/null &
solver=$!
holds "$work/two" $solver
kill -STOP $solver
refused 3 "process $solver on $(uname -n)" solve $game --all --out "$work/two"
refused 3 "is in use" solve delta:size=4,pawns=4 --all --out "$work/two"
kill -CONT $solver
wait $solver || complain "the first was disturbed"
whole "$work/two"
same "$work/two"

# Several solves at once: one of them works, and a later solve finds everything done.
for _ in 1 2 3 4; do "$program" solve $game --all --out "$work/many" --threads 1 >/dev/null 2>&1 & done
wait
"$program" solve $game --all --out "$work/many" >/dev/null
whole "$work/many"
same "$work/many"

# A killed process no longer locks the folder, and its lock file does not matter.
"$program" solve $game --all --out "$work/dead" --threads 1 >/dev/null 2>&1 &
solver=$!
holds "$work/dead" $solver
kill -KILL $solver
wait $solver 2>/dev/null || true
"$program" solve $game --all --out "$work/dead" >/dev/null || complain "a dead process holds the folder"
whole "$work/dead"

# Ctrl-C ends a solve with status 1. This is the smallest board that is not solved before the signal comes.
"$program" solve delta:pawns=4 --all --out "$work/stopped" --threads 1 >/dev/null 2>"$work/err" &
solver=$! got=0
holds "$work/stopped" $solver
kill -INT $solver
wait $solver || got=$?
[ $got = 1 ] || complain "Ctrl-C: status $got"
grep -q 'stopped; the same command goes on' "$work/err" || complain "Ctrl-C: $(cat "$work/err")"

# A solve neither waits for a pipe nor writes through a link that has the name of its output file.
mkdir "$work/odd"
echo mine >"$work/mine"
mkfifo "$work/odd/$(of $last).part" "$work/odd/$(of $((last - 1)))"
ln -s "$work/mine" "$work/odd/$(of $((last - 2))).part"
timeout 60 "$program" solve $game --all --out "$work/odd" >/dev/null || complain "odd files in the folder: status $?"
whole "$work/odd"
[ "$(cat "$work/mine")" = mine ] || complain "a link was followed"

# A table that was cut short is made again.
truncate -s -10 "$work/killed/$(of 5)"
"$program" solve $game --all --out "$work/killed" --json >"$work/again.json"
grep -q '"layer":5,' "$work/again.json" || complain "layer 5 is not told"
cmp "$work/whole/$(of 5)" "$work/killed/$(of 5)" || complain "a cut table was not made again"

# Folders that cannot be used.
touch "$work/file"
refused 3 'Not a directory' solve $game --all --out "$work/file"
mkdir "$work/locked" "$work/locked/solve.lock"
refused 3 'solve.lock cannot be locked: Is a directory' solve $game --all --out "$work/locked"
