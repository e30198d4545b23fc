#!/usr/bin/env bash
# Tests tablebases as users use them: probe, and the commands that take --tables.
# usage: probe.sh SOURCE BUILD
set -uo pipefail
PATH=$2:$PATH
unset ASCONA_TABLES
work=$(mktemp -d)
export XDG_STATE_HOME=$work/state
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
tables=$work/tables
game=delta:size=4,pawns=5

# refused STATUS WORDS ARGUMENT…: checks for that status, nothing on stdout, and one line on stderr that contains the
# words.
refused() {
  local status=$1 words=$2 got
  shift 2
  ascona "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  [ $got -eq "$status" ] || complain "ascona $*: status $got, not $status"
  [ -s "$work/out" ] && complain "ascona $*: prints on stdout"
  [ "$(wc -l <"$work/err")" -eq 1 ] || complain "ascona $*: not one line on stderr: $(cat "$work/err")"
  grep -qF -- "$words" "$work/err" || complain "ascona $*: does not say '$words': $(cat "$work/err")"
}
# says WORDS ARGUMENT…: checks for status 0, the words on stdout, and no colour.
says() {
  local words=$1
  shift
  ascona "$@" >"$work/out" 2>"$work/err" </dev/null || complain "ascona $*: status $?: $(cat "$work/err")"
  grep -qF -- "$words" "$work/out" || complain "ascona $*: does not say '$words': $(cat "$work/out")"
  grep -q $'\033' "$work/out" "$work/err" && complain "ascona $*: colour although it is no terminal"
}

ascona solve $game --all --out "$tables" >/dev/null || { echo "no tables"; exit 1; }

# probe prints the value of a position and lists all its legal moves.
says 'White is to move and ' probe $game --tables "$tables"
says '"kind":"exact"' probe $game --tables "$tables" --json
ASCONA_TABLES=$tables says 'White is to move and ' probe $game
moves=$(ascona moves $game --moves 'b2 c3' | sort)
told=$(ascona probe $game --tables "$tables" --moves 'b2 c3' | sed -n 's/^ *[0-9]\{1,\}  \([^ ]*\) .*/\1/p' | sort)
[ "$moves" = "$told" ] || complain "probe does not tell every legal move: $told"

# In the last layer probe also prints the number of plies.
says 'White is to move and wins 6 points in 5 plies.' probe $game --tables "$tables" --position '1:www./b..w/bb.b/.w.b:w0b0:w'
position='1:w.bw/.b../bw.b/w..w:w0b1:b'
says 'Black is to move and ' probe $game --tables "$tables" --position "$position"

# The digest of the dumped values of a layer is the digest in its file.
if command -v xxhsum >/dev/null; then
  for layer in 0 7 10; do
    sum=$(ascona probe $game --tables "$tables" --dump $layer | xxhsum -H2 | cut -d' ' -f1)
    kept=$(od -A n -j 56 -N 16 -v -t x1 "$tables/delta-4-5-$(printf %02d $layer).tab" | tr -d ' \n' | fold -w2 | tac | tr -d '\n')
    [ "$sum" = "$kept" ] || complain "layer $layer: the digest of what is dumped is $sum, the file says $kept"
  done
fi

# analyse and solve agree with probe.
value=$(ascona probe $game --tables "$tables" --moves 'b2 c3' --json | sed 's/.*"kind":"exact","value":\(-\{0,1\}[0-9]*\),.*"moves".*/\1/')
says "\"kind\":\"exact\",\"value\":$value," solve $game --tables "$tables" --moves 'b2 c3' --json
says "\"kind\":\"exact\",\"value\":$value," analyse $game --tables "$tables" --moves 'b2 c3' --json
ascona analyse $game --tables "$tables" --moves 'b2 c3' --all-moves >"$work/out"
[ "$(grep -c ' exact ' "$work/out")" -eq "$(wc -w <<<"$moves")" ] || complain "analyse --all-moves: $(cat "$work/out")"
grep -q 'estimate\|lower\|upper' "$work/out" && complain "analyse --all-moves guesses although there are tables"
# Without a tablebase every move has a line too, and an evaluation that is not proven is marked as such.
ascona analyse $game --moves 'b2 c3' --all-moves --nodes 2000 >"$work/out"
[ "$(grep -cE '^ *[0-9]+  (exact|lower|upper|estimate) ' "$work/out")" -eq "$(wc -w <<<"$moves")" ] || complain "analyse --all-moves without tables: $(cat "$work/out")"
ascona analyse $game --position "$position" --all-moves --time 5 >"$work/out"
grep -q 'estimate' "$work/out" && complain "near the end not every move is proved: $(cat "$work/out")"

# With a tablebase, level 10 has an exact score in the engine protocol, hints are certain, and matches run. Other games
# ignore ASCONA_TABLES.
(echo "setoption name Game value $game"; echo "setoption name Tables value $tables"; echo go; sleep 1; echo quit) | ascona ugi >"$work/out"
grep -q '^info depth .* score exact ' "$work/out" || complain "ugi: not exact: $(cat "$work/out")"
(echo "setoption name Tables value $work/nowhere"; echo isready; echo quit) | ascona ugi >"$work/out"
grep -q '^info string error setoption: ' "$work/out" || complain "ugi: takes a folder that is not there: $(cat "$work/out")"
printf 'hint\nquit\n' | ascona play $game --tables "$tables" --players human,engine:10 --save "$work/kept" >"$work/out" 2>&1
grep -q '^Best is ' "$work/out" || complain "play: the hint is not sure: $(cat "$work/out")"
says '"nodes"' match $game engine:10 engine:10 -n 2 --tables "$tables" --json
ASCONA_TABLES=$tables says 'Kulami' analyse kulami --nodes 100

refused 2 'no tables' probe $game
refused 2 'which game?' probe --tables "$tables"
refused 2 'No such file' probe $game --tables "$work/nowhere"
refused 2 'holds no tables of delta' probe delta --tables "$tables"
refused 2 'tables for delta alone' probe kulami --tables "$tables"
refused 2 'scoring=simple' probe $game,scoring=simple --tables "$tables"
refused 2 'more than 25 squares' probe delta:size=6 --tables "$tables"
refused 2 'layer 11 is not there' probe $game --tables "$tables" --dump 11
refused 2 'tables for delta alone' analyse kulami --tables "$tables"
refused 2 'holds no tables' solve delta --tables "$tables"
refused 2 'tables for delta alone' match kulami engine:0 engine:0 --tables "$tables"
refused 2 'holds no tables' play delta --tables "$tables"
refused 1 'the game is over' probe $game --tables "$tables" --position '1:wwww/bb../..b./....:w1b2:b'

# If layers are missing, positions in the other layers are answered and the rest are rejected.
rm "$tables/delta-4-5-03.tab"
says 'White is to move and ' probe $game --tables "$tables" --moves 'b2 c3'
grep -q 'not held' "$work/out" || complain "a move into a missing layer is not told as such"
says 'Black is to move and ' probe $game --tables "$tables" --moves 'b2 c3 b2-b4'
rm "$tables/delta-4-5-02.tab"
refused 1 'do not hold this position' probe $game --tables "$tables" --moves 'b2 c3'
# A pipe with the name of a table is rejected at once.
mkfifo "$tables/delta-4-5-03.tab"
refused 3 'it is no ordinary file' probe $game --tables "$tables"
rm "$tables/delta-4-5-03.tab"
# Damage inside a table is found when it is read. Then there is an error and no result.
ascona solve $game --all --out "$tables" >/dev/null
for layer in 04 05 06 07 08 09; do
  file=$tables/delta-4-5-$layer.tab
  blocks=$(od -A n -j 40 -N 8 -t u8 "$file")
  head -c $(($(stat -c %s "$file") - 4184 - 8 * (blocks + 1))) /dev/zero | dd of="$file" oflag=seek_bytes seek=4184 conv=notrunc 2>/dev/null
done
moves='b2 c3 b2-b4'
refused 3 'a table is damaged' probe $game --tables "$tables" --moves "$moves"
refused 3 'a table is damaged' probe $game --tables "$tables" --moves "$moves" --json
refused 3 'the table of layer 4 is damaged' probe $game --tables "$tables" --dump 4
refused 3 'a table is damaged' solve $game --tables "$tables" --moves "$moves"
refused 3 'a table is damaged' analyse $game --tables "$tables" --moves "$moves"
refused 3 'a table is damaged' analyse $game --tables "$tables" --moves "$moves" --all-moves
# told_in ARGUMENT…: checks the same for commands that print games while they are played.
told_in() {
  local got=0
  ascona "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
  [ $got = 3 ] || complain "ascona $*: status $got, not 3"
  [ "$(cat "$work/err")" = "ascona: $1: a table is damaged" ] || complain "ascona $*: $(cat "$work/err")"
}
told_in match $game engine:10 engine:10 -n 2 --tables "$tables"
told_in play $game --tables "$tables" --players engine:10,engine:10 --save "$work/kept2"
ascona match $game engine:0 engine:0 -n 1 --seed 1 --save "$work/game" >/dev/null
refused 3 'a table is damaged' review "$work/game" --tables "$tables"
(echo "setoption name Game value $game"; echo "setoption name Tables value $tables"; echo "position startpos moves $moves"
  echo go nodes 200; sleep 0.5; echo quit) | ascona ugi >"$work/out"
[ "$(tail -n 2 "$work/out" | head -n 1)" = 'info string error go: a table is damaged' ] || complain "ugi: $(cat "$work/out")"
tail -n 1 "$work/out" | grep -q '^bestmove [a-d]' || complain "ugi: no move: $(cat "$work/out")"
# A table with a damaged header is never used.
printf X | dd of="$tables/delta-4-5-05.tab" bs=1 seek=100 conv=notrunc 2>/dev/null
refused 3 'delta-4-5-05.tab' probe $game --tables "$tables"
refused 3 'delta-4-5-05.tab' analyse $game --tables "$tables"
exit $failed
