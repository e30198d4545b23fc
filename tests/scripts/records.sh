#!/usr/bin/env bash
# Tests replay and convert as users call them: exit statuses, one line per game, and no lost data.
# usage: records.sh SOURCE BUILD
set -uo pipefail
records=$1/tests/data/records
PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

# replays STATUS STDOUT WORDS: checks what `ascona replay` prints for the record on stdin. Stderr must contain the
# words, or be empty if WORDS is empty.
replays() {
  local status=$1 out=$2 words=$3 got_out got_status
  got_out=$(ascona replay - 2>"$work/err")
  got_status=$?
  [ $got_status -eq "$status" ] || complain "status $got_status, not $status"
  [ "$got_out" = "$out" ] || complain "prints '$got_out', not '$out'"
  if [ -z "$words" ]; then
    [ -s "$work/err" ] && complain "complains: $(cat "$work/err")"
  else
    grep -qF -- "$words" "$work/err" || complain "does not say '$words': $(cat "$work/err")"
  fi
}

replays 0 '1: delta, 3 plies, p1win, 22 0 (given-up)' '' <<<'[Game "delta"] b2 b4 b2-e2 1-0'
replays 0 '1: delta, 1 ply, none' '' <<<'{"tags":{"Game":"delta"},"moves":["b2"]}'
replays 1 $'1: delta, wrong at ply 2\n2: delta, 1 ply, none' "ascona: -: line 1, column 19, 'b2': " \
  <<<$'[Game "delta"] b2 b2 *\n[Game "delta"] b2'
replays 1 '1: delta, wrong' "line 1, column 26, '0-1': by the rules the result is p1win" \
  <<<'[Game "delta"] p2resigns 0-1'
replays 2 '' "line 1, column 16, '{no'" <<<'[Game "delta"] {no end'
replays 2 '1: delta, 1 ply, none' "unknown game" <<<$'[Game "delta"] b2 *\n[Game "chess"] e4'

ascona replay --json "$records/postal-1996.txt" >"$work/out" || complain "the games of 1996 are refused"
[ "$(grep -c '"ok":true.*"end":"given-up"' "$work/out")" -eq 4 ] || complain "not four games given up: $(cat "$work/out")"
echo '[Game "delta"] b2 c3 zz' | ascona replay --json - >"$work/out" 2>/dev/null
grep -q '"ok":false.*"line":1,"column":22,"token":"zz","ply":3,"reason":"' "$work/out" ||
  complain "a wrong game as JSON: $(cat "$work/out")"

# An empty file name is an error.
nameless() {
  ascona "$@" >/dev/null 2>"$work/err"
  [ $? -eq 2 ] || complain "ascona $* takes a file without a name"
  grep -qx 'ascona: file: the name is empty' "$work/err" || complain "ascona $* says: $(cat "$work/err")"
}
nameless replay ''
nameless convert '' --to json
nameless convert "$records/postal-1996.txt" --to json --output ''

# A file that would be too large to be read again is not written.
for _ in 1 2 3 4 5; do
  printf '[Game "delta"] {'
  head -c 7000000 /dev/zero | tr '\0' '"'
  echo '} *'
done | ascona convert - --to json >"$work/out" 2>"$work/err"
grep -qF 'longer than 64 MiB' "$work/err" || complain "70 MB of JSON: $(cat "$work/err")"
[ -s "$work/out" ] && complain "70 MB of JSON are written"

# After the first conversion, converting there and back changes nothing.
ascona convert "$records/postal-1996.txt" --to text --output "$work/a.txt" || complain "convert to text fails"
ascona convert "$work/a.txt" --to json --output "$work/a.json" || complain "convert to JSON fails"
ascona convert "$work/a.json" --to text | cmp - "$work/a.txt" || complain "text, JSON, text is not the same"
ascona convert "$work/a.txt" --to json | cmp - "$work/a.json" || complain "JSON is not the same again"
[ "$(wc -l <"$work/a.json")" -eq 4 ] || complain "JSON is not one line a game"

# A file is replaced completely or not at all; a link stays a link.
ln -s a.txt "$work/link.txt"
chmod 640 "$work/a.txt"
ascona convert "$work/a.json" --to text --output "$work/link.txt" || complain "writing through a link fails"
[ -L "$work/link.txt" ] || complain "the link was replaced"
[ "$(stat -c %a "$work/a.txt")" = 640 ] || complain "the rights of the file were changed"
echo '[Game "delta"] b2 b2' | ascona convert - --to text --output "$work/a.txt" 2>/dev/null
[ $? -eq 2 ] || complain "an illegal game is converted"
ascona convert "$work/a.json" --to text | cmp - "$work/a.txt" || complain "a file was lost to a bad conversion"
[ "$(find "$work" -mindepth 1 | wc -l)" -eq 5 ] || complain "something is left over: $(ls "$work")"
exit $failed
