#!/usr/bin/env bash
# Tests matches. The games are the same every time and for any number of jobs, and a killed match resumes. If an
# external program misbehaves, it loses the game, and one line reports why.
# usage: match.sh SOURCE BUILD
set -uo pipefail
PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
complain() { echo "$*"; failed=1; }

# timeless: removes the times, which differ from run to run.
timeless() { sed -E 's/"seconds(_per_move)?":[0-9.e-]+,?//g'; }
# table: removes the column of seconds from a summary.
table() { awk '/points\/game/ {on = 1} {if (on) $(NF - 2) = ""; print}'; }
# games_in FILE PROCESS COUNT: waits until the file has COUNT games or the process has ended.
games_in() {
  until [ -e "$1" ] && [ "$(grep -c '^\[Round' "$1")" -ge "$3" ] || ! kill -0 "$2" 2>/dev/null; do sleep 0.02; done
}
# same NAME FILE FILE: checks that two files are equal; NAME is for the message.
same() { cmp -s "$2" "$3" || complain "$1 differ: $(diff "$2" "$3" | head -5)"; }

# The same command gives the same games, even if several games run at the same time.
for game in kulami delfino; do
  ascona match $game engine:3 engine:uct --nodes 300 -n 4 --json | timeless >"$game.1"
  ascona match $game engine:3 engine:uct --nodes 300 -n 4 --json | timeless >"$game.2"
  ascona match $game engine:3 engine:uct --nodes 300 -n 4 --json --jobs 2 | timeless >"$game.3"
  [ "$(wc -l <"$game.1")" -eq 5 ] || complain "$game: not an object a game and one for the match"
  same "two matches of $game" "$game.1" "$game.2"
  same "one job and two in $game" "$game.1" "$game.3"
done
ascona match kulami engine:3 engine:uct --nodes 300 -n 4 --json --seed 2 | timeless | cmp -s - kulami.1 &&
  complain "another seed gives the same games"

# The two games of a pair have different colours, but the same opening and dice.
ascona match delfino engine:greedy engine:greedy -n 2 --save dice.txt >/dev/null
[ "$(grep -c '^\[Dice' dice.txt)" -eq 2 ] && [ "$(grep '^\[Dice' dice.txt | sort -u | wc -l)" -eq 1 ] ||
  complain "the dice of a pair differ"
for openings in 6 random:6; do
  rm -f opening.txt
  ascona match kulami engine:0 engine:0 -n 2 --openings $openings --save opening.txt >/dev/null
  [ "$(grep '^1\. ' opening.txt | cut -d' ' -f1-9 | sort -u | wc -l)" -eq 1 ] || complain "the openings of a pair differ"
  [ "$(grep -c '^\[Opening "6"\]' opening.txt)" -eq 2 ] || complain "an opening is not of 6 plies: $(cat opening.txt)"
done

# A resumed match uses the same openings as an uninterrupted one.
ascona match neo-delta engine:0 engine:0 -n 6 --save six.txt | grep -q 'from 3 balanced openings of 4 to 5 plies' ||
  complain "the openings are not balanced"
ascona match neo-delta engine:0 engine:0 -n 3 --save on.txt >/dev/null
ascona match neo-delta engine:0 engine:0 -n 6 --resume on.txt >/dev/null
same "a match and one in two parts" <(sed '/^\[Effort\|^\[Date/d' six.txt) <(sed '/^\[Effort\|^\[Date/d' on.txt)
[ "$(grep '^1\. ' six.txt | cut -d' ' -f2-5 | sort -u | wc -l)" -eq 3 ] || complain "openings come twice: $(cat six.txt)"

# With three players every player is counted, and the seats rotate.
ascona match delfino:players=3 engine:greedy engine:0 engine:0 -n 3 --save three.txt >three.out || complain "three players fail"
grep -q '33.3 %' three.out || complain "no expected share of three players: $(cat three.out)"
for seat in 1 2 3; do
  grep -q "^\[Player$seat \"engine:greedy\"\]" three.txt || complain "the greedy player never sat at $seat"
done

# Ascona plays the same moves as an external program (`ascona ugi`) and inside the match.
ascona match kulami engine:3 "ugi:ascona ugi" --set B.Level=0 --nodes 300 -n 2 --openings random --json >ugi.out ||
  complain "a match against ascona ugi fails"
grep -q '"forfeit":true' ugi.out && complain "ascona ugi forfeits: $(cat ugi.out)"
ascona match kulami "engine:10,nodes=500" "ugi:ascona ugi" --nodes 500 -n 2 --openings random --save inside.txt >/dev/null
ascona match kulami "engine:10,nodes=500" "engine:10" --nodes 500 -n 2 --openings random --save outside.txt >/dev/null
same "games against level 10 inside and outside" <(sed '/^\[/d' inside.txt) <(sed '/^\[/d' outside.txt)

# Programs that misbehave. Each forfeits with a line that names it and says what it did.
program() {
  printf '#!/bin/sh\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
good='ugi) echo ugiok ;; isready) echo readyok ;; quit) exit 0 ;;'
program illegal "while read -r line; do case \$line in $good go*) echo bestmove z99 ;; esac; done"
program none "while read -r line; do case \$line in $good go*) echo bestmove none ;; esac; done"
program silent "while read -r line; do case \$line in $good esac; done"
program crashing "while read -r line; do case \$line in $good go*) printf 'my\\tlast\\001\\377words\\n'; exit 7 ;; esac; done"
program refusing "while read -r line; do case \$line in $good setoption*) echo info string error never heard of it ;; esac; done"
program exiting 'echo no book here >&2; exit 3'
program babbling 'while read -r line; do echo "what is $line"; done'
program flooding 'while echo nonsense; do :; done'

# forfeits PROGRAM WORDS: checks that the program loses its game, and that one line on stderr contains the words.
forfeits() {
  ascona match delta engine:1 "ugi:./$1" --nodes 100 -n 1 --openings random --patience 1 >out 2>err ||
    complain "$1: the match fails"
  [ "$(wc -l <err)" -eq 1 ] || complain "$1: not one line: $(cat err)"
  grep -qF "ascona: ugi:./$1: game 1, ply" err && grep -qF -- "$2" err || complain "$1: does not say '$2': $(cat err)"
  grep -q 'A wins 1, draws 0, loses 0' out || complain "$1: did not lose: $(cat out)"
}
forfeits illegal "it plays 'z99', which is no legal move"
forfeits none "it plays 'none', which is no legal move"
forfeits silent 'no bestmove within 1.0 s; the last it said: readyok'
forfeits crashing 'it ended with exit status 7; the last it said: my last??words'

# refused STATUS WORDS ARGUMENT…: checks for that status, nothing on stdout, and one line on stderr that contains the
# words.
refused() {
  local status=$1 words=$2 got
  shift 2
  ascona match "$@" >out 2>err </dev/null
  got=$?
  [ $got -eq "$status" ] || complain "match $*: status $got, not $status"
  [ -s out ] && complain "match $*: prints on stdout"
  [ "$(wc -l <err)" -eq 1 ] && grep -qF -- "$words" err || complain "match $*: does not say '$words': $(cat err)"
}
refused 2 'it ended with exit status 3; the last it said: no book here' delta engine:1 ugi:./exiting --patience 1 --jobs 2
refused 2 'no ugiok within 1.0 s; the last it said: what is ugi' delta engine:1 ugi:./babbling --patience 1
refused 2 'no ugiok within 1.0 s; the last it said: nonsense' delta ugi:./flooding engine:1 --patience 1
refused 2 'it refuses Game: info string error never heard of it' delta engine:1 ugi:./refusing
refused 2 'give a game' -n 3
refused 2 '1 player for delta, which is played by 2' delta engine:1
refused 2 '2 players for delfino:players=3' delfino:players=3 engine:1 engine:1
refused 2 'engine:LEVEL' delta engine:1 human
refused 2 '0 to 10, uct and greedy' delta engine:1 engine:11
refused 2 'the smaller first' delta engine:1 engine:2 --sprt 5,0
refused 2 'for two players' delfino:players=3 engine:0 engine:0 engine:0 --sprt 0,5
refused 2 'not both' delta engine:1 engine:2 --save a --resume b
refused 2 'goes with --time' delta engine:1 engine:2 --inc 5
refused 2 "--openings takes plies up to 1000, as in 4, 4-5 or random:4, not '5-4'" delta engine:1 engine:2 --openings 5-4
refused 2 "not 'random:'" delta engine:1 engine:2 --openings random:
refused 2 "not '1001'" delta engine:1 engine:2 --openings 1001
refused 2 'SIDE.NAME=VALUE' delta engine:1 ugi:./silent --set Level=3
refused 2 'outside programs' delta engine:1 engine:2 --set A.Level=3
refused 2 'cannot be written down' delta engine:1 $'ugi:./silent\n'
refused 2 'cannot be written down' delta engine:1 $'ugi:./silent \377'
refused 3 'nowhere' delta engine:1 engine:2 --save nowhere/games.txt

# A sequential test (--sprt) that is decided stops the match, after the same game for any number of jobs.
test=(-n 200 --openings random --sprt 0,200)
ascona match delta engine:4 engine:0 "${test[@]}" >sprt.1 || complain "--sprt is not accepted: $(cat sprt.1)"
grep -q 'accepted: rather +200 than +0' sprt.1 || complain "--sprt does not say so: $(cat sprt.1)"
ascona match delta engine:4 engine:0 "${test[@]}" --jobs 2 >sprt.2
same "a test with one job and with two" <(table <sprt.1) <(table <sprt.2)
ascona match delta engine:0 engine:4 "${test[@]}" >sprt.3 && complain "a rejected --sprt has status 0"
grep -q 'rejected: rather +0 than +200' sprt.3 || complain "a rejected --sprt does not say so: $(cat sprt.3)"

# A match that was killed at any moment resumes, and ends with the result and the records of an uninterrupted match.
match=(kulami engine:6 engine:5 --nodes 1500 -n 20 --openings random)
ascona match "${match[@]}" --save whole.txt | table >whole.out
for jobs in 1 2; do
  rm -f killed.txt
  ascona match "${match[@]}" --jobs $jobs --resume killed.txt >/dev/null 2>&1 &
  games_in killed.txt $! 3
  kill -9 $! 2>/dev/null || complain "it is over before it can be killed"
  wait $! 2>/dev/null
  printf '[Game "kulami"]\n[Match "' >>killed.txt
  ascona match "${match[@]}" --resume killed.txt 2>note | table >killed.out
  grep -q "killed.txt: half a record at its end was set aside, in killed.txt.stump-$jobs\$" note ||
    complain "no note on half a record: $(cat note)"
  [ "$(tail -c 24 killed.txt.stump-$jobs)" = '[Game "kulami"]
[Match "' ] || complain "half a record is not kept: $(cat killed.txt.stump-$jobs)"
  same "a match and one that was killed" whole.out killed.out
  same "their records" <(sed '/^\[Effort\|^\[Date/d' whole.txt) <(sed '/^\[Effort\|^\[Date/d' killed.txt)
done
ascona replay killed.txt >/dev/null || complain "the records are wrong"
refused 2 'it holds another match' kulami engine:6 engine:4 --nodes 1500 -n 20 --openings random --resume killed.txt
printf 'my notes\n' >notes.txt
refused 2 'notes.txt' "${match[@]}" --resume notes.txt
[ "$(cat notes.txt)" = 'my notes' ] || complain "a file that is none was changed"
mkfifo pipe
refused 2 'pipe: it is no plain file' "${match[@]}" --resume pipe

# The same after several kills at random moments.
for _ in 1 2 3 4 5 6 7 8; do
  ascona match "${match[@]}" --jobs 2 --resume random.txt >/dev/null 2>&1 &
  sleep 0.$((RANDOM % 4))$((RANDOM % 10))
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
done
ascona match "${match[@]}" --resume random.txt 2>/dev/null | table >random.out
same "a match and one that was killed again and again" whole.out random.out
same "their records" <(sed '/^\[Effort\|^\[Date/d' whole.txt) <(sed '/^\[Effort\|^\[Date/d' random.txt)

# Forfeits are saved too.
ascona match delta engine:1 ugi:./illegal -n 2 --openings random --save forfeits.txt 2>/dev/null | table >forfeits.1
ascona match delta engine:1 ugi:./illegal -n 2 --openings random --resume forfeits.txt | table >forfeits.2
same "forfeits" forfeits.1 forfeits.2
grep -q '^\[Forfeit "2 ugi:./illegal: game 1' forfeits.txt || complain "the record does not tell of the forfeit"

# Ctrl-C ends a match with a summary of the finished games. While it runs, no other match can write to its file.
ascona match kulami engine:0 engine:10,movetime=20 -n 1000 --openings random --jobs 2 --save cut.txt >cut.out 2>&1 &
games_in cut.txt $! 1
first=$!
refused 3 'cut.txt: another match is writing to it' kulami engine:0 engine:0 -n 1 --save cut.txt
refused 3 'cut.txt: another match is writing to it' kulami engine:0 engine:0 -n 1 --resume cut.txt
kill -INT $first
wait $first && complain "an interrupted match has status 0"
grep -q 'games\? of 1000' cut.out || complain "no summary after Ctrl-C: $(cat cut.out)"
grep -q "$(grep -c '^\[Round' cut.txt) games\? of 1000" cut.out || complain "games counted and kept differ after Ctrl-C"
exit $failed
