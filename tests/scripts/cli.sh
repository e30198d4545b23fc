#!/usr/bin/env bash
# Tests the command line: results on stdout, one-line errors on stderr, exit statuses.
# usage: cli.sh SOURCE BUILD
set -uo pipefail
source=$1
PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

# refused STATUS WORDS ARGUMENT…: checks that the command fails with that status and prints nothing on stdout. On stderr
# there must be one line of the form `ascona: WHAT: WHY` that contains the words.
refused() {
  local status=$1 words=$2 got
  shift 2
  ascona "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  [ $got -eq "$status" ] || complain "ascona $*: status $got, not $status"
  [ -s "$work/out" ] && complain "ascona $*: prints on stdout: $(head -c 200 "$work/out")"
  [ "$(wc -l <"$work/err")" -eq 1 ] || complain "ascona $*: not one line on stderr: $(cat "$work/err")"
  grep -qE '^ascona: [^:]+: .' "$work/err" || complain "ascona $*: no 'ascona: WHAT: WHY': $(cat "$work/err")"
  grep -qF -- "$words" "$work/err" || complain "ascona $*: does not say '$words': $(cat "$work/err")"
}
# prints EXPECTED ARGUMENT…: checks the whole output.
prints() {
  local expected=$1 got
  shift
  got=$(ascona "$@" 2>&1) || complain "ascona $*: fails: $got"
  [ "$got" = "$expected" ] || complain "ascona $*: prints '$got', not '$expected'"
}

refused 2 'usage: ascona COMMAND'
# An input file that does not exist is an input error.
for reading in "replay $work/nowhere" "review $work/nowhere" "convert $work/nowhere --to json" "host list --database $work/nowhere.db" \
  "analyse delta --tables $work/nowhere" "probe delta --tables $work/nowhere" "problems delta --file $work/nowhere"; do
  # shellcheck disable=SC2086
  refused 2 'No such file or directory' $reading
done
refused 2 'unknown command' dance
refused 2 'did you mean replay?' repaly
refused 2 'did you mean --json?' show delta --jsno
refused 2 'did you mean kulami?' show kulamy
refused 2 'unknown option' show delta --colour
refused 2 'which game' show
refused 2 "not 'purple'" show delta --color purple
refused 2 "not 'purple'" show delta --color purple --json
refused 2 "not 'purple'" show delta --color purple --svg -
refused 2 'known are delta, neo-delta, kulami, delfino, circle-delta' show chess
refused 2 'the keys are size, pawns, scoring' show delta:colour=red
refused 2 '4 to 6' show delta:size=7
refused 2 'points or simple' show delta:scoring=double
refused 2 'size' show delta:size=99999999999999999999
refused 2 'twice' show delta:size=4,size=5
refused 2 'comma' show delta:size=4,
refused 2 'pawns' show delta:size=4,pawns=9
refused 2 'seed' show kulami:seed=3
refused 2 "move 2, 'c3'" moves delta --moves 'c3 c3'
refused 2 'move 1' moves delta --moves 'ZZ'
refused 2 'too long' moves delta --moves "$(head -c 5000 /dev/zero | tr '\0' a)"
refused 2 'column 1' moves delta --position nonsense
refused 2 'column 1' moves delta --position ''
refused 2 'position' moves delta --position "$(head -c 100000 /dev/zero | tr '\0' 1)"
refused 2 'position' moves delta --position $'1:\xff\xfe'
refused 2 'whole number from 0 to 100' perft delta 1e3
refused 2 'whole number from 0 to 100' perft delta -1
refused 2 'whole number from 0 to 100' perft delta 99999999999999999999
refused 2 'depth' perft delta
refused 2 'needs a value' moves delta --moves
refused 2 'takes no value' moves delta --json=yes
refused 2 'unexpected argument' moves delta kulami
refused 2 'missing.txt' replay "$work/missing.txt"
refused 2 "$work" replay "$work"
refused 2 'file: ' show delta --svg ''
refused 3 'nowhere' show delta --svg "$work/nowhere/board.svg"
printf '\377\376 not text' >"$work/bytes.txt"
refused 2 'UTF-8' replay "$work/bytes.txt"
head -c 3000000 /dev/zero | tr '\0' 'x' >"$work/endless.txt"
refused 2 'line 1' replay "$work/endless.txt"
truncate -s 200M "$work/huge.txt"
refused 2 'huge.txt' replay "$work/huge.txt"
: >"$work/empty.txt"
refused 2 'empty.txt' replay "$work/empty.txt"
refused 2 'text or json' convert "$source/tests/data/records/postal-1996.txt" --to xml

# Errors and answers repeat the user's input without control characters, which would reach the terminal. That includes
# 8-bit control characters, as UTF-8 or as bare bytes.
for bytes in $'\033[31mred' $'\302\23331mred' $'\23331mred' $'red\177\a'; do
  refused 2 'red' moves "$bytes"
  ascona why delta "$bytes" >>"$work/err" || complain "why has no answer to odd bytes"
  ascona why delta "$bytes" --json >>"$work/err" || complain "why --json has no answer to odd bytes"
  LC_ALL=C.UTF-8 grep -nvxP '[^\p{Cc}]*' "$work/err" && complain "control characters come back"
done

prints 103904 perft delta 4
prints 600 perft Delta 2
prints 600 PERFT DELTA:size=5 2
[ "$(ascona perft 'Néo-Delta' 2)" = "$(ascona perft neo-delta 2)" ] || complain "a title is not a game"
ascona analyze delta --depth 1 >/dev/null || complain 'analyze is not analyse'
prints 23120 perft neo-delta 3
prints 68604 perft kulami 4
prints 55140 perft kulami:board=irregular 4
prints 59174 perft kulami:board=example 4
prints 1792 perft delfino 6
prints 2160 perft delfino:players=3 6
prints 720 perft delfino:players=4 6
prints 166320 perft circle-delta 3
prints 58368 perft circle-delta:rings=2,petals=3,men=2,reds=1,greens=1 4
prints 103776 perft circle-delta:board=rose,petals=6 3
prints 11616 perft circle-delta:board=rose,rings=3,petals=4,men=4,reds=1,greens=1 3

# Turning a card that completes two figures scores two points, and the output says so.
ascona show delfino --position '1:1.1:0000/0120/3330/2100:2.2,4.4:0,0:1:move2:1:-' --moves turn >"$work/show"
grep -q '^2 points\. Lay a card' "$work/show" || complain "two figures are not two points: $(tail -3 "$work/show")"
grep -qF '(N) (F) (T) a figure stands' "$work/show" || complain "the legend leaves a letter out"
# games --json lists the possible values of options as numbers and words.
ascona games --json >"$work/games"
grep -q '"game":"delfino".*"players":{"least":2,"most":4}' "$work/games" || complain "games --json: Delfino's players"
grep -q '"key":"size","type":"number","least":4,"most":6,"default":5' "$work/games" || complain "games --json: a range in prose"
grep -q '"key":"die","type":"choice","default":"234","choices":\["234","123456"\]' "$work/games" || complain "games --json: choices"
LC_ALL=C.UTF-8 ascona games | grep -nE '^.{81}' && complain "games is wider than 80 columns"
# Several files in one command.
records=$source/tests/data/records/postal-1996.txt
[ "$(ascona replay "$records" "$records" | wc -l)" -eq 8 ] || complain "replay does not take two files"
[ "$(ascona convert "$records" "$records" --to json | wc -l)" -eq 8 ] || complain "convert does not take two files"

# perft looks only at the board: it continues a game that has ended by repetition.
repeated='1:.b.bb/.bbw./www.b/wbbww/.b.ww:w0b0:w'
round='a3-a5:a2 c2-e4:b1 a4-a2:a5 d3-b1:e4'
prints 120 perft delta 2 --position "$repeated"
prints 120 perft delta 2 --position "$repeated" --moves "$round $round"
prints '' moves delta --position "$repeated" --moves "$round $round"

[ "$(ascona perft delta 2 --divide | tail -1)" = 600 ] || complain "perft --divide: the count is not alone on the last line"
for game in delta neo-delta kulami delfino circle-delta; do
  [ "$(ascona moves $game)" = "$(ascona moves $game | LC_ALL=C sort)" ] || complain "moves $game is not sorted bytewise"
  ascona rules $game >"$work/rules"
  grep -q '^## Rulings' "$work/rules" || complain "rules $game has no rulings"
  ascona show $game >"$work/show" || complain "show $game fails"
  grep -q $'\033' "$work/show" && complain "show $game: colour although it is no terminal"
  NO_COLOR=1 ascona show $game --color always | grep $'\033' >/dev/null || complain "show $game: NO_COLOR beats --color always"
  LC_ALL=C ascona show $game --ascii | LC_ALL=C grep -P '[^\x00-\x7f]' >/dev/null && complain "show $game --ascii is not ASCII"
  ascona show $game --svg "$work/$game.svg" >/dev/null || complain "show $game --svg fails"
  if command -v xmllint >/dev/null; then xmllint --noout "$work/$game.svg" || complain "the SVG of $game is not well-formed"; fi
done
# If a drawing cannot be written, the old one stays unchanged and no other file is left.
mkdir "$work/drawings"
echo old >"$work/drawings/board.svg"
(
  ulimit -f 1
  ascona show delta --svg "$work/drawings/board.svg" 2>"$work/drawings.err"
)
[ $? -eq 3 ] || complain "a file that may not grow is not the machine's fault"
grep -q 'board.svg: ' "$work/drawings.err" || complain "the file is not named: $(cat "$work/drawings.err")"
[ "$(cat "$work/drawings/board.svg")" = old ] || complain "the old drawing is lost"
[ "$(ls "$work/drawings")" = board.svg ] || complain "something is left over: $(ls "$work/drawings")"
# Words that users try.
version=$(ascona --version)
prints "$version" -V
prints "$version" version
# answers WORDS ARGUMENT…: runs the command with the input on stdin and checks that its output contains the words.
answers() {
  local words=$1
  shift
  ascona "$@" >"$work/out" 2>&1
  grep -qF -- "$words" "$work/out" || complain "ascona $*: does not say '$words': $(tail -5 "$work/out")"
}
export XDG_STATE_HOME=$work/state
printf 'exit\nresign\n' | ascona play delta | grep -q resign && complain "play: exit does not leave"
for place in 'play delta' 'learn delta' 'problems delta 1'; do
  # shellcheck disable=SC2086
  answers 'leave' $place <<<'?'
done
# If the program waits for Enter, other input does not continue.
answers 'Press Enter to continue' learn delta <<<dance
answers 'Delta is a game for two' learn delta <<<rules
[ "$(printf 'dance\nexit\n' | ascona learn delta | grep -c '1 of 13')" -eq 1 ] || complain "learn: a word goes on"
printf '\n\n' | ascona learn delta | grep -q '2 of 13' || complain "learn: Enter does not go on"
# A closed pipe is not reported; a full disk is.
ascona rules delta 2>"$work/err" | head -1 >/dev/null
[ -s "$work/err" ] && complain "a closed pipe is complained about: $(cat "$work/err")"
ascona rules delta >/dev/full 2>"$work/err"
[ $? -eq 3 ] || complain "a full disk is not the machine's fault"
exit $failed
