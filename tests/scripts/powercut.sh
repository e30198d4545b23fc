#!/usr/bin/env bash
# Simulates power cuts before calls that change something; tests/faults/powercut.c describes what the disk then holds.
# Everything that was reported as done must be there. A replaced file must be complete, old or new. The program must
# read all files and resume. The test tries a few calls, with `all` every call.
# usage: powercut.sh SOURCE BUILD [all]; CUTS sets the number of calls per command, by default 4
set -euo pipefail
build=$2 most=${CUTS:-4}
[ "${3:-}" = all ] && most=1000000
library=$build/tests/libpowercut.so program=$build/ascona
[ -e "$library" ] || { echo "no library of power cuts here: sanitizers bring their own allocators"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C HOME=$work XDG_STATE_HOME=$work/after/state
fault() { echo "$what, $keep, cut before call $cut: $*"; ls -la "$work/after"; exit 1; }
# Without ASCONA_DISK the library simulates nothing. It only skips syncs, so that no command waits for the real disk.
ascona() { LD_PRELOAD=$library "$program" "$@"; }
quietly() { ascona "$@" >"$work/told" 2>&1 </dev/null; }
same() { cmp -s "$1" "$2"; }
has() { grep -qsF -- "$1" "$2"; }

# The inputs, and the results of each command without a power cut.
mkdir -p "$work/fresh/state/ascona" "$work/whole"
cd "$work/fresh"
ascona match delta engine:1 engine:0 -n 2 --seed 3 --save games.txt >/dev/null
ascona match delfino engine:0 engine:0 -n 1 --seed 3 --save games.txt >/dev/null
echo '<old/>' >board.svg
ascona problems delta --json >"$work/problems.json"
position() { sed -n "$1s/.*\"position\":\"\([^\"]*\)\".*/\1/p" "$work/problems.json"; }
key() { sed -n "$1s/.*\"key\":\"\([^\"]*\)\".*/\1/p" "$work/problems.json"; }
position 9 >state/ascona/problems-delta.txt
match=(match delta engine:0 engine:0 -n 3 --seed 5)
ascona "${match[@]}" | sed 's/ *s\/move//' >"$work/whole/match"
ascona convert games.txt --to json --output "$work/whole/json"
ascona review games.txt --nodes 40 --hash 1 --annotate "$work/whole/annotated" >/dev/null
ascona show delfino --svg "$work/whole/svg"
ascona solve delta:size=4,pawns=4 --all --out "$work/whole/tables" >/dev/null

# replaced FILE OLD NEW: checks that FILE is complete, old or new. If the program ended successfully, it must be the new
# one.
replaced() {
  if [ $status -eq 0 ]; then same "$1" "$3" || fault "it has ended, and $1 is not the new file"
  else same "$1" "$2" || same "$1" "$3" || fault "$1 is neither the old file nor the new one"; fi
}
check_convert() { replaced games.txt "$work/fresh/games.txt" "$work/whole/json"; }
check_review() { replaced games.txt "$work/fresh/games.txt" "$work/whole/annotated"; }
check_show() { replaced board.svg "$work/fresh/board.svg" "$work/whole/svg"; }
# Every ply that was shown is kept, and the game goes on, without the ply that was being written.
check_play() {
  local shown kept=0
  shown=$(grep -c '^Ply ' "$work/out" || true)
  if [ -e game.txt ]; then
    quietly play --resume game.txt || fault "the game does not go on: $(cat "$work/told" game.txt)"
    ! has 'stays as it is' "$work/told" || fault "the game goes on elsewhere: $(cat "$work/told" game.txt)"
    quietly replay game.txt --json || fault "the game cannot be read: $(cat "$work/told" game.txt)"
    kept=$(sed -n 's/.*"plies":\([0-9]*\).*/\1/p' "$work/told")
  fi
  [ "$kept" -ge "$shown" ] || fault "$shown plies were shown, $kept are kept"
}
check_problems() {
  local solved number
  solved=$(grep -c '^Solved: ' "$work/out" || true)
  quietly problems delta --json || fault "what was solved cannot be read: $(cat "$work/told")"
  cp "$work/told" "$work/problems.now"
  for number in 9 $(seq "$solved"); do
    sed -n "${number}p" "$work/problems.now" | grep -q '"solved":true' || fault "problem $number was solved, and is not"
  done
  # The next solved puzzle is added after anything that the file holds.
  key 12 | ascona problems delta 12 >/dev/null || fault "the next cannot be solved"
  ascona problems delta --json | sed -n 12p | grep -q '"solved":true' || fault "the next is not kept"
}
check_match() {
  local told kept
  told=$(grep -c '^{"number"' "$work/out" || true)
  kept=$(cat match.txt 2>/dev/null | tr -d '\0' | grep -c '^\[Round' || true)
  [ "$kept" -ge "$told" ] || fault "$told games were told, $kept are kept"
  ascona "${match[@]}" --resume match.txt 2>"$work/told" | sed 's/ *s\/move//' >"$work/match" ||
    fault "the match does not go on: $(cat "$work/told")"
  diff <(sed '/^[AB] /d' "$work/match") <(sed '/^[AB] /d' "$work/whole/match") || fault "the match ends otherwise"
  quietly replay match.txt || fault "its file is wrong: $(cat "$work/told")"
}
check_solve() {
  local table told layer
  told=$(sed -n 's/.*"layer":\([0-9]*\),.*/\1/p' "$work/out")
  for layer in $told; do [ -e "tables/delta-4-4-0$layer.tab" ] || fault "layer $layer was told, and is not there"; done
  for table in tables/*.tab; do
    [ ! -e "$table" ] || same "$table" "$work/whole/$table" || fault "$table is not whole"
  done
  quietly solve delta:size=4,pawns=4 --all --out tables || fault "it does not go on: $(cat "$work/told")"
  for table in "$work"/whole/tables/*.tab; do same "$table" "tables/${table##*/}" || fault "${table##*/} is another"; done
  [ -z "$(ls tables | grep -v -e '\.tab$' -e '^solve.lock$' || true)" ] || fault "leaves $(ls tables)"
}

# run CUT: runs the command on a fresh disk and cuts the power before call CUT. Sets $status.
run() {
  cut=$1 status=0
  rm -rf "$work/disk" "$work/after"
  cp -r "$work/fresh" "$work/disk"
  cd "$work/disk"
  # The outer redirection hides the shell's message that the program was killed.
  {
    LD_PRELOAD=$library ASCONA_DISK=$work/disk ASCONA_AFTER=$work/after ASCONA_CUT=$cut ASCONA_KEEP=$keep \
      ASCONA_CUT_COUNT=$work/count XDG_STATE_HOME=$work/disk/state "$program" "${words[@]}" <"$work/in" >"$work/out" \
      2>"$work/err" || status=$?
  } 2>/dev/null
  [ $status -eq 0 ] || [ $status -eq 137 ] || fault "status $status: $(cat "$work/err")"
  cd "$work/after"
}
cuts=0
# cut_all WHAT INPUT ARGUMENT…: cuts the power after the end of the command, then before one call after the other. Calls
# check_WHAT each time.
cut_all() {
  what=$1
  printf '%b' "$2" >"$work/in"
  words=("${@:3}")
  for keep in drop names half; do
    run 1000000
    "check_$what"
    local n calls
    calls=$(cat "$work/count")
    [ "$calls" -gt 2 ] || fault "it changes nothing"
    for ((n = 1; n <= calls; n += (calls + most - 1) / most)); do
      run $n
      [ $status -eq 137 ] || fault "it was not cut"
      "check_$what"
      cuts=$((cuts + 1))
    done
  done
}
cut_all convert '' convert games.txt --to json --output games.txt
cut_all review '' review games.txt --nodes 40 --hash 1 --annotate games.txt
cut_all show '' show delfino --svg board.svg
cut_all play 'c3\nd4\nc3-c5\nquit\n' play delta --players human,human --save game.txt
cut_all problems "$(key 1)\nnext\n$(key 2)\nquit\n" problems delta 1
cut_all match '' "${match[@]}" --resume match.txt --json
cut_all solve '' solve delta:size=4,pawns=4 --all --out tables --json
echo "$cuts power cuts, and nothing lost"
