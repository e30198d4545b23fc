#!/usr/bin/env bash
# Tests ascona-check on small boards. It accepts correct tablebases and finds every kind of damage, even one forged
# value in a file with correct checksums. It resumes after a kill, takes samples and rejects bad arguments.
# usage: check_tables.sh SOURCE BUILD
set -uo pipefail
PATH=$2:$2/tests:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

# ends STATUS WORDS ARGUMENT…: checks for that status and the words: on stdout if the status is 0, otherwise on stderr.
ends() {
  local status=$1 words=$2 got stream=out
  shift 2
  ascona-check "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  [ "$got" -eq "$status" ] || complain "ascona-check $*: status $got, not $status: $(cat "$work/err")"
  [ "$status" -eq 0 ] || stream=err
  grep -qF -- "$words" "$work/$stream" || complain "ascona-check $*: does not say '$words': $(cat "$work/$stream")"
  [ "$status" -eq 2 ] && { [ "$(wc -l <"$work/err")" -eq 1 ] || complain "ascona-check $*: not one line"; }
}

tables=$work/tables bad=$work/bad
mkdir "$tables"
for pawns in 4 5 6 7; do
  ascona solve "delta:size=4,pawns=$pawns" --all --out "$tables" >/dev/null 2>&1 || complain "no tables of $pawns pawns"
  ends 0 'all right' "$tables" --size 4 --pawns $pawns
  [ "$(grep -c '^layer .*; moves right at ' "$work/out")" -eq $((2 * pawns + 1)) ] || complain "not every layer is checked"
done

# spoil LAYER: makes a fresh copy of the tablebase with five pawns. Sets $file to the table of that layer.
spoil() {
  rm -rf "$bad"
  mkdir "$bad"
  cp "$tables"/delta-4-5-*.tab "$bad"
  file=$bad/delta-4-5-$1.tab
}
# flip OFFSET: changes one byte of $file.
flip() {
  local byte
  byte=$(od -An -tu1 -j "$1" -N 1 "$file")
  # shellcheck disable=SC2059
  printf "\\x$(printf %02x $((byte ^ 85)))" | dd of="$file" bs=1 seek="$1" conv=notrunc status=none
}
# forge ROW COLUMN VALUE IMAGES [stale-digest]: changes one value of $file and writes the old one to $work/old.
forge() {
  local layer=${file%.tab}
  layer=$((10#${layer##*-}))
  ascona probe delta:size=4,pawns=5 --tables "$bad" --dump "$layer" >"$work/values" || complain "layer $layer: no dump"
  forge_table "$file" "$work/values" "$@" >"$work/old" || complain "forge_table $*: fails"
}
check_bad() { ends 1 "$1" "$bad" --size 4 --pawns 5; }

# Damage to every part of a file.
spoil 07 && flip 3 && check_bad 'does not begin as a table does'
spoil 07 && flip 9 && check_bad 'the header does not have its checksum'
spoil 07 && flip 60 && check_bad 'the header does not have its checksum'
spoil 07 && flip 1000 && check_bad 'the header does not have its checksum'
spoil 07 && flip $(($(stat -c %s "$file") - 12)) && check_bad 'the index does not have its checksum'
for offset in 4184 4188 4200 4230; do spoil 07 && flip $offset && check_bad 'layer 7, row 0, block 0 is damaged'; done
spoil 07 && truncate -s 4000 "$file" && check_bad 'too short for a header'
spoil 07 && truncate -s -1 "$file" && check_bad 'bytes of the file: found '
spoil 07 && echo >>"$file" && check_bad 'bytes of the file: found '
spoil 07 && cp "$tables/delta-4-5-06.tab" "$file" && check_bad 'layer: found 6, expected 7'
spoil 07 && cp "$tables/delta-4-6-07.tab" "$file" && check_bad 'pawns: found 6, expected 5'

# Wrong values with correct checksums. Row 38, column 100 of layer 7 is a position without images in its row.
position='1:..../bw.w/..bw/w..b:w1b2:b'
spoil 07 && forge 38 100 5 8 stale-digest && check_bad 'layer 7: the values do not have the digest'
spoil 07 && forge 38 100 5 0 && check_bad 'the header says'
spoil 07 && forge 38 100 5 8 &&
  check_bad "layer 7: $position: does not follow from its moves: found 5, expected $(cat "$work/old"); row 38, column 100"
printf '%s\n' '4 . . . .' '3 b w . w' '2 . . b w' '1 w . . b' '  a b c d' >"$work/drawn"
tail -n 5 "$work/err" | cmp -s - "$work/drawn" || complain "the board is not drawn: $(cat "$work/err")"
ascona-check "$bad" --size 4 --pawns 5 --json >"$work/out" 2>/dev/null
tail -n 1 "$work/out" | grep -qF "{\"fault\":\"layer 7: $position: does" || complain "the fault is no JSON object"
ends 0 'all right' "$bad" --size 4 --pawns 5 --layers 8-10
ends 1 "layer 7: $position" "$bad" --size 4 --pawns 5 --layers 7
# Other wrong values in the same place are found as well.
for value in -9 -1 0 1 9; do
  spoil 07 && forge 38 100 $value 8
  [ "$(cat "$work/old")" -eq $value ] || check_bad "layer 7: $position: does not follow from its moves: found $value,"
done
# Errors in the opening layers, in Black's choice, and in a position with an image in the same row.
spoil 00 && forge 0 0 9 1 && check_bad 'layer 0: 1:..../..../..../....:w5b5:w1: does not follow'
spoil 03 && forge 1 3 9 8 && check_bad 'layer 3: 1:'
spoil 02 && forge 0 0 9 1 && check_bad 'layer 2: 1:..../..../..../wb..:w4b4:w3: not as in its mirror image: found 9'
# Two kinds of values are not read from the file, because the board decides them. They are columns without a position,
# and positions with an immediate relay.
spoil 07 && forge 0 4 -3 0 stale-digest && ends 0 'all right' "$bad" --size 4 --pawns 5
[ "$(cat "$work/old")" -eq -128 ] || complain "row 0, column 4 of layer 7 is a position"
spoil 08 && forge 27 1 -3 0 stale-digest && ends 0 'all right' "$bad" --size 4 --pawns 5
[ "$(cat "$work/old")" -eq 7 ] || complain "row 27, column 1 of layer 8 has no relay"
# Errors in the last layer: a loss or a win that takes too long, and numbers that are not values. Row 0, column 0 of it
# has no image in its row.
for value in 62 60 126 -63 -100; do spoil 10 && forge 0 0 $value 8 && check_bad 'layer 10: 1:'; done
spoil 10 && forge 0 0 -128 8 && check_bad '0 columns have the value -128, the header says 1'
spoil 10 && forge 0 0 100 8 && check_bad 'layer 10: 1:'
grep -qE 'found .*, expected ' "$work/err" || complain "values are not told: $(cat "$work/err")"

# A sample checks that many positions per layer. Layer 0 is only the empty board, so every sample finds its error.
ends 0 'moves right at 300 in' "$tables" --size 4 --pawns 6 --sample 300 --layers 5-9
ends 0 'moves right at 300 in' "$tables" --size 4 --pawns 6 --sample 300 --seed 7 --threads 3
spoil 00 && forge 0 0 9 1 && ends 1 'layer 0: ' "$bad" --size 4 --pawns 5 --sample 1

# A check resumes from its notes: rows that were noted for exactly these tables are skipped, notes for others are
# ignored.
notes=$tables/checked-4-6.txt
noted() { ascona-check "$tables" --size 4 --pawns 6 --layers 9 --json | grep -o '"layer":9,.*' | grep -o '"noted":[0-9]*'; }
[ "$(noted)" = '"noted":551' ] || complain "a layer found right is not noted: $(cat "$notes")"
sed -i 's/^\(9 .*\) [0-9]*$/\1 100/' "$notes"
[ "$(noted)" = '"noted":100' ] || complain "does not go on from row 100"
grep -qE '^9 [0-9a-f]{32} [0-9a-f]{32} 551$' "$notes" || complain "the rest is not noted: $(cat "$notes")"
sed -i 's/^9 ./9 x/' "$notes"
[ "$(noted)" = '"noted":0' ] || complain "takes notes of other tables"
echo 'rubbish' >"$notes"
[ "$(noted)" = '"noted":0' ] || complain "takes rubbish for notes"
chmod -w "$tables"
ends 0 'all right' "$tables" --size 4 --pawns 4
chmod +w "$tables"

# in_the_middle: starts a check of a bigger board and waits for its first notes. Sets $check to its process.
in_the_middle() {
  rm -f "$tables/checked-5-4.txt"
  ascona-check "$tables" --pawns 4 --threads 1 >/dev/null 2>"$work/err" &
  check=$!
  for _ in {1..1200}; do
    [ -e "$tables/checked-5-4.txt" ] && break
    sleep 0.05
  done
}
# A check that is killed resumes; a file that becomes shorter meanwhile is an error. With sanitizers this takes minutes
# and finds nothing more.
killed_in_the_middle() {
  local got=0 cut=$tables/delta-5-4-03.tab
  ascona solve delta:pawns=4 --all --out "$tables" >/dev/null 2>&1 || complain "no tables of size 5"
  in_the_middle
  cp "$cut" "$work/whole.tab"
  truncate -s 0 "$cut"
  wait $check || got=$?
  [ $got -eq 1 ] || complain "a file that is cut meanwhile: status $got"
  grep -q '03.tab: it became shorter while it was read' "$work/err" || complain "it says: $(cat "$work/err")"
  cp "$work/whole.tab" "$cut"
  in_the_middle
  {
    kill -9 $check
    wait $check
  } 2>/dev/null
  ends 0 'noted as right before' "$tables" --pawns 4
  ends 0 'all right' "$tables" --pawns 4
}
[ -n "${ASCONA_SMALL_BOARDS:-}" ] || killed_in_the_middle

ends 2 'which folder'
ends 2 'unknown option --colour' "$tables" --colour
ends 2 'one folder, not two' "$tables" "$tables"
ends 2 'no tables of size 5 with 9 pawns' "$tables"
ends 2 'no tables' "$work/missing"
for value in 3 6 x '' 4x -4 99999999999999999999; do ends 2 '--size takes a whole number' "$tables" --size "$value"; done
ends 2 '--size takes' "$tables" --size
ends 2 'at most 7' "$tables" --size 4 --pawns 8
ends 2 '--pawns takes' "$tables" --pawns 10
ends 2 '--threads takes' "$tables" --threads 0
ends 2 '--sample takes' "$tables" --sample 0
ends 2 'goes with --sample' "$tables" --seed 3
for value in a 5- 7-5 5-x 1-2-3 19 ''; do ends 2 '--layers' "$tables" --size 4 --pawns 6 --layers "$value"; done
ends 2 'the last is 12' "$tables" --size 4 --pawns 6 --layers 12-13
spoil 07 && rm "$file" && ends 2 'delta-4-5-07.tab: not there, and layer 6 cannot be checked' "$bad" --size 4 --pawns 5
ends 2 'not there' "$bad" --size 4 --pawns 5 --layers 6
ends 0 'all right' "$bad" --size 4 --pawns 5 --layers 8
ends 0 'usage: ascona-check DIR' --help
exit $failed
