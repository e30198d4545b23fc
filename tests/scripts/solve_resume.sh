#!/usr/bin/env bash
# A solve that is killed at any moment goes on where it was, and ends with the same tables, for any number of threads.
# Of two in one folder the second is refused, and the first is none the worse.
# usage: solve_resume.sh SOURCE BUILD
set -euo pipefail
program=$2/ascona
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
complain() { echo "$*" >&2; exit 1; }
# With sanitizers four pawns are enough work to be killed in; six are solved without them.
pawns=6
[ -z "${ASCONA_SMALL_BOARDS:-}" ] || pawns=4
game=delta:size=4,pawns=$pawns last=$((2 * pawns))
# of LAYER: the name of its table.
of() { printf 'delta-4-%d-%02d.tab' $pawns "$1"; }
# whole FOLDER: what has the name of a table there is right.
whole() {
  for table in "$1"/*.tab; do
    [ ! -e "$table" ] || cmp "$work/whole/$(basename "$table")" "$table" || complain "$table is wrong"
  done
}
# holds FOLDER PROCESS: waits until that process holds the folder.
holds() { until grep -qs "^process $2 on " "$1/solve.lock"; do kill -0 "$2" || complain "$2 has ended"; sleep 0.01; done; }
# refused STATUS WORDS ARGUMENT…: that status, and one line on stderr that has the words.
refused() {
  local status=$1 words=$2 got=0
  shift 2
  "$program" "$@" >/dev/null 2>"$work/err" || got=$?
  [ $got = "$status" ] || complain "$*: status $got, not $status"
  [ "$(wc -l <"$work/err")" = 1 ] || complain "$*: not one line: $(cat "$work/err")"
  grep -qF "$words" "$work/err" || complain "$*: does not say '$words': $(cat "$work/err")"
}

"$program" solve $game --all --out "$work/whole" --threads 1 --json >"$work/whole.json"

# Killed a little later every time, until it comes to the end.
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

# Killed at random moments: none of the names that it leaves is wrong, and what it leaves half-written is gone at the end.
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

# Two in one folder. The first is held up while the second tries, so that it cannot be done before.
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

# Many at once: one of them works, and who comes when it is done finds all done.
for _ in 1 2 3 4; do "$program" solve $game --all --out "$work/many" --threads 1 >/dev/null 2>&1 & done
wait
"$program" solve $game --all --out "$work/many" >/dev/null
whole "$work/many"
same "$work/many"

# A holder that was killed holds nothing, and what it left is no refusal.
"$program" solve $game --all --out "$work/dead" --threads 1 >/dev/null 2>&1 &
solver=$!
holds "$work/dead" $solver
kill -KILL $solver
wait $solver 2>/dev/null || true
"$program" solve $game --all --out "$work/dead" >/dev/null || complain "a dead process holds the folder"
whole "$work/dead"

# Ctrl-C: it was stopped before it was done. The smallest board that is not done before the signal comes.
"$program" solve delta:pawns=4 --all --out "$work/stopped" --threads 1 >/dev/null 2>"$work/err" &
solver=$! got=0
holds "$work/stopped" $solver
kill -INT $solver
wait $solver || got=$?
[ $got = 1 ] || complain "Ctrl-C: status $got"
grep -q 'stopped; the same command goes on' "$work/err" || complain "Ctrl-C: $(cat "$work/err")"

# Neither a pipe nor a link under the name that it writes to is written to, nor waited for.
mkdir "$work/odd"
echo mine >"$work/mine"
mkfifo "$work/odd/$(of $last).part" "$work/odd/$(of $((last - 1)))"
ln -s "$work/mine" "$work/odd/$(of $((last - 2))).part"
timeout 60 "$program" solve $game --all --out "$work/odd" >/dev/null || complain "odd files in the folder: status $?"
whole "$work/odd"
[ "$(cat "$work/mine")" = mine ] || complain "a link was followed"

# What is damaged is said, or made again: a table that is not whole is no table.
truncate -s -10 "$work/killed/$(of 5)"
"$program" solve $game --all --out "$work/killed" --json >"$work/again.json"
grep -q '"layer":5,' "$work/again.json" || complain "layer 5 is not told"
cmp "$work/whole/$(of 5)" "$work/killed/$(of 5)" || complain "a cut table was not made again"

# A folder that cannot be.
touch "$work/file"
refused 3 'Not a directory' solve $game --all --out "$work/file"
mkdir "$work/locked" "$work/locked/solve.lock"
refused 3 'solve.lock cannot be locked: Is a directory' solve $game --all --out "$work/locked"
