#!/usr/bin/env bash
# Tests solve, analyse and review as users call them: output, exit statuses, one-line errors, annotated records.
# usage: analysis.sh SOURCE BUILD
set -uo pipefail
records=$1/tests/data/records
PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

# refused WORDS ARGUMENT…: checks for status 2, nothing on stdout, and one line on stderr that contains the words.
refused() {
  local words=$1
  shift
  ascona "$@" >"$work/out" 2>"$work/err" </dev/null
  [ $? -eq 2 ] || complain "ascona $*: not status 2"
  [ -s "$work/out" ] && complain "ascona $*: prints on stdout"
  [ "$(wc -l <"$work/err")" -eq 1 ] || complain "ascona $*: not one line on stderr"
  grep -qF -- "$words" "$work/err" || complain "ascona $*: does not say '$words': $(cat "$work/err")"
}
# says STATUS WORDS ARGUMENT…: checks for that status, the words on stdout, and no colour.
says() {
  local status=$1 words=$2 got
  shift 2
  ascona "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  [ $got -eq "$status" ] || complain "ascona $*: status $got, not $status: $(cat "$work/err")"
  grep -qF -- "$words" "$work/out" || complain "ascona $*: does not say '$words': $(cat "$work/out")"
  grep -q $'\033' "$work/out" "$work/err" && complain "ascona $*: colour although it is no terminal"
}

for command in solve analyse; do
  refused 'which game' $command
  refused 'known are delta' $command chess
  refused "move 2, 'c3'" $command delta --moves 'c3 c3'
  for time in 0 -1 abc '' 1e3 1.5s . 99999999999; do refused '--time takes seconds' $command delta --time "$time"; done
  refused 'whole number' $command delta --nodes 0
  refused 'whole number' $command delta --hash 0
done
refused 'whole number' analyse delta --threads 0
refused 'go with --all' solve delta --threads 2
refused 'go with --all' solve delta --gpu
grep -q '^ASCONA_CUDA:BOOL=ON' "$2/CMakeCache.txt" || refused 'built without --gpu' solve delta --all --gpu --out nowhere
refused 'needs --out' solve delta --all
refused 'for delta' solve kulami --all --out nowhere
refused 'scoring=simple' solve delta:scoring=simple --all --out nowhere
refused 'at most 5x5' solve delta:size=6 --all --out nowhere
refused 'whole number' analyse delta --depth 0
refused 'memory' analyse delta --hash 1000000
refused 'whole number' analyse delta --multipv 0
refused 'which file' review
refused 'missing.txt' review "$work/missing.txt"
refused 'the name is empty' review ''
refused 'there is no game in it' review /dev/null

relay='e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4 b2-e2' # Black completes a relay with c5-e3
says 0 'Black is to move and wins by 13 points.' solve delta --moves "$relay"
says 0 'best  c5-e3' solve delta --moves "$relay"
says 0 'The game is over:' solve delta --moves "$relay c5-e3"
says 0 'line  ' solve delta --moves "$relay"
says 1 'Not solved. Proved for Red, who is to move: nothing.' solve kulami --time 0.01
says 1 'loses by at most 29 points' solve neo-delta --moves a1 --nodes 50000
says 1 'Not solved: with dice only a turn that wins at once is.' solve delfino --moves '1.1 4.4'
says 1 'Proved for Red, who rolls the die: nothing.' solve delfino --moves '1.1 4.4'
says 0 'exact 13' analyse delta --moves "$relay" --depth 3
says 0 'the game is over: Black won 13 to 0' analyse delta --moves "$relay c5-e3"
says 0 'Red rolls the die' analyse delfino --moves '1.1 4.4' --depth 1
says 0 'chances to win: Red' analyse delfino --moves '1.1 4.4 r3' --depth 1
says 0 'luck ' analyse delfino --moves '1.1 4.4 r3' --depth 1
ascona analyse kulami --multipv 3 --nodes 5000 | grep -qE '^  3  ' || complain "analyse --multipv 3 has no third line"

# The text shows an estimate with one decimal; JSON does not round it.
ascona analyse kulami --nodes 5000 --multipv 9 | grep -oE '(estimate|exact|lower|upper) -?[0-9.]+' >"$work/scores"
grep -vxE 'estimate -?[0-9]+\.[0-9]|(exact|lower|upper) -?[0-9]+' "$work/scores" && complain "scores promise too much"
[ "$(wc -l <"$work/scores")" -eq 9 ] || complain "not nine scores"
ascona analyse kulami --nodes 5000 --multipv 9 --json | grep -q '"value":-\?[0-9]*\.[0-9][0-9]' || complain "JSON is rounded"
ascona analyse delfino --moves '1.1 4.4 r3' --depth 1 | grep -E '[0-9]\.[0-9][0-9] %' && complain "a chance promises too much"

# An analysis gives a position the same value wherever it names it.
ascona analyse delfino --moves '1.1 4.4 r3' --depth 1 >"$work/out"
values=$(grep -E '^chances|^  1  |^r3 is worth|^  r3 ' "$work/out" | sed 's/^[^0-9]*[13] //; s/^[^%]* \([0-9.]* %\).*/\1/' | sort | uniq -c)
[ "$(wc -l <<<"$values")" = 1 ] && grep -q '^ *4 ' <<<"$values" || complain "one position has several values: $(cat "$work/out")"

# Repeated runs give the same result: with limits in nodes, only the time depends on the machine.
for _ in 1 2; do
  ascona analyse circle-delta --nodes 3000 --json | sed 's/"seconds":[0-9.e-]*//'
done | uniq | wc -l | grep -qx 1 || complain "two analyses differ"
ascona review "$records/postal-1996.txt" --nodes 3000 >"$work/first" || complain "the games of 1996 are not reviewed"
ascona review "$records/postal-1996.txt" --nodes 3000 | cmp -s - "$work/first" || complain "two reviews differ"
[ "$(grep -c '^Game ' "$work/first")" -eq 4 ] || complain "not four games are reviewed"
# A quarter of such a small limit used to be 0, which means no limit, and the review never ended.
ascona review "$records/postal-1996.txt" --nodes 2 >/dev/null || complain "a review with few nodes fails"
[ "$(grep -c '^lost in all' "$work/first")" -eq 4 ] || complain "not four tables"
sed -n '/^lost/p' "$work/first" | grep -vE '^lost a move( +[0-9]+\.[0-9])+$|^lost in all( +[0-9]+(\.[0-9])?)+$' &&
  complain "a table promises too much"
ascona review "$records/postal-1996.txt" --nodes 1000 >"$work/short"
grep -q 'loses at least' "$work/short" && { grep -q '^A move that lost at least' "$work/short" || complain "sums of bounds do not say so"; }
awk 'length > 80 { bad = 1 } END { exit bad }' "$work/first" || complain "a line of a review is too long"
grep -q ' $' "$work/first" && complain "a line of a review ends with blanks"

# No grade contradicts a proof, even if a search ends with a bound: `solve` proves 10 points before and 7 after 4.
# c2-e4.
echo '[Game "delta"] b4 c5 b4-e1 c3 d2-b2 c5-e3 c2-e4 d4-a4 b2-e2 b4-d4 e1-a1 c3-a5 p2win' >"$work/bound.txt"
opening='b4 c5 b4-e1 c3 d2-b2 c5-e3'
says 0 'wins by 10 points' solve delta --moves "$opening"
says 0 'loses by 7 points' solve delta --moves "$opening c2-e4"
for nodes in 100000 200000; do
  says 0 'c2-e4               mistake     loses 3 points, proved' review "$work/bound.txt" --nodes "$nodes"
done

# Chances that end in half a tenth of a percent are rounded so that they add up to 100%.
says 0 'chances to win: Red 53.9 %, Black 46.1 %' analyse delfino --moves '4.1 1.4 r4 turn nw1 end r4 turn end r2 end r3 s2 end' --nodes 100

# Wrong and unreadable games are reported as by replay, and the other games are reviewed.
{
  echo '[Game "delta"] b2 b4 *'
  echo '[Game "delta"] b2 b2 *'
  echo '[Game "kulami"] d4 d7 *'
} >"$work/games.txt"
ascona replay "$work/games.txt" >/dev/null 2>"$work/replay.err"
ascona review "$work/games.txt" --nodes 500 >"$work/out" 2>"$work/err"
[ $? -eq 1 ] || complain "a wrong game is not status 1"
cmp -s "$work/err" "$work/replay.err" || complain "review tells a wrong game otherwise than replay: $(cat "$work/err")"
grep -q '^Game 1: Delta' "$work/out" && grep -q '^Game 3: Kulami' "$work/out" || complain "right games are not reviewed"
ascona review --json "$work/games.txt" --nodes 500 >"$work/out" 2>/dev/null
[ "$(grep -o '"ok":[a-z]*' "$work/out" | tr '\n' ' ')" = '"ok":true "ok":false "ok":true ' ] ||
  complain "review --json is not three objects: $(cut -c1-60 "$work/out")"
echo '[Game "chess"] e4' >>"$work/games.txt"
ascona review "$work/games.txt" --nodes 500 >/dev/null 2>&1
[ $? -eq 2 ] || complain "an unreadable game is not status 2"

# An annotated file is a valid record with the same moves.
ascona review "$records/postal-1996.txt" --nodes 3000 --annotate "$work/annotated.txt" >/dev/null
ascona replay "$work/annotated.txt" >"$work/replay" || complain "annotated games are wrong: $(cat "$work/replay")"
ascona replay "$records/postal-1996.txt" | cmp -s - "$work/replay" || complain "annotating changes games"
grep -q '\[%eval ' "$work/annotated.txt" && grep -q 'refuted by ' "$work/annotated.txt" && grep -q ' (' "$work/annotated.txt" ||
  complain "annotations lack evaluations, refutations or variations"
# Annotating again replaces earlier annotations and keeps comments that people wrote.
ascona review "$work/annotated.txt" --nodes 3000 --annotate "$work/again.txt" >/dev/null
cmp -s "$work/annotated.txt" "$work/again.txt" || complain "annotating again changes an annotated file"
sed 's/^1\. b2 /1. b2 $1 {my own} /' "$work/annotated.txt" >"$work/remarked.txt"
ascona review "$work/remarked.txt" --nodes 300 --annotate "$work/again.txt" >/dev/null
[ "$(grep -o '$1 {my own}' "$work/remarked.txt" | wc -l)" = "$(tr '\n' ' ' <"$work/again.txt" | grep -o '$1 {my own}' | wc -l)" ] ||
  complain "annotating again drops what people wrote"
[ "$(grep -o '^[^(]*{.%eval' "$work/annotated.txt" | wc -l)" -gt 20 ] || complain "there is nothing annotated"
# The games of several files are all annotated, unless a file cannot be read.
ascona review "$records/postal-1996.txt" "$work/annotated.txt" --nodes 300 --annotate "$work/both.txt" >/dev/null
[ "$(grep -c '^\[Game ' "$work/both.txt")" = 8 ] || complain "games of several files are not annotated"
ascona replay "$work/both.txt" >/dev/null || complain "games of several files are annotated wrongly"
ascona review "$records/postal-1996.txt" "$work/nowhere.txt" --nodes 300 --annotate "$work/none.txt" >/dev/null 2>&1
[ $? -eq 2 ] && [ ! -e "$work/none.txt" ] || complain "annotated without a file that cannot be read"
# Annotating a file over itself keeps games that were not reviewed: a wrong game, and all games after Ctrl-C.
printf '[Game "delta"]\n1. c3 c3 {as it was}\n\n' | cat - "$records/postal-1996.txt" >"$work/own.txt"
games=$(grep -c '^\[Game ' "$work/own.txt")
ascona review "$work/own.txt" --nodes 300 --annotate "$work/own.txt" >/dev/null 2>&1
[ $? -eq 1 ] || complain "a wrong game among those reviewed is not status 1"
[ "$(grep -c '^\[Game ' "$work/own.txt")" = "$games" ] || complain "annotating dropped a game"
grep -q 'c3 c3 {as it was}' "$work/own.txt" || complain "a wrong game did not stay as it was"
for _ in 1 2 3 4; do cat "$records/postal-1996.txt"; echo; done >"$work/long.txt"
games=$(grep -c '^\[Game ' "$work/long.txt")
ascona review "$work/long.txt" --nodes 2000000 --annotate "$work/long.txt" >/dev/null 2>&1 &
sleep 0.5
kill -INT $!
wait $!
[ "$(grep -c '^\[Game ' "$work/long.txt")" = "$games" ] || complain "Ctrl-C while annotating dropped a game"
ascona replay "$work/long.txt" >/dev/null || complain "what was annotated until Ctrl-C is wrong"
# A wrong game in a JSON file cannot be written as text, so nothing is written.
printf '[{"tags":{"Game":"delta"},"moves":["c3","c3"]},{"tags":{"Game":"delta"},"moves":["c3","d4"]}]' >"$work/own.json"
cp "$work/own.json" "$work/before.json"
ascona review "$work/own.json" --nodes 100 --annotate "$work/own.json" >/dev/null 2>"$work/err"
[ $? -eq 2 ] && cmp -s "$work/own.json" "$work/before.json" && grep -q 'not written: game 1 is wrong' "$work/err" ||
  complain "wrong JSON was annotated: $(cat "$work/err")"

ascona review "$records/postal-1996.txt" --nodes 500 --annotate "$work/nowhere/x.txt" >/dev/null 2>"$work/err"
[ $? -eq 3 ] || complain "annotations that cannot be written are not the machine's fault"
exit $failed
