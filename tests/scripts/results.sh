#!/usr/bin/env bash
# The page of results, on a small board: it is made, the same every time, and counts what the tables count.
# usage: results.sh SOURCE BUILD
set -euo pipefail
command -v node >/dev/null || exit 77
source=$1 PATH=$2:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
game=delta:size=4,pawns=5

complain() { echo "$*" >&2; exit 1; }
results() { node "$source/tools/results/main.mjs" "$@"; }
# refused STATUS WORDS ARGUMENT…: that status, and one line on stderr that has the words.
refused() {
  local status=$1 words=$2 got=0
  shift 2
  results "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
  [ $got -eq "$status" ] || complain "results $*: status $got, not $status"
  [ "$(wc -l <"$work/err")" -eq 1 ] || complain "results $*: not one line on stderr"
  grep -qF -- "$words" "$work/err" || complain "results $*: does not say '$words': $(cat "$work/err")"
}

ascona solve $game --all --out "$work/tables" --json >"$work/layers"
results "$work/tables" "$work/one" $game 1
results "$work/tables" "$work/two" $game 3
diff -r "$work/one" "$work/two" || complain "the page is not the same twice"
page=$work/one/results.md

# What the tables count: commas are for people.
plain=$(tr -d , <"$page")
field() { sed -E "s/.*\"$1\":\"?([^,\"]*).*/\1/" <<<"$line"; }
while read -r line; do
  layer=$(field layer)
  counts="$(field rows) | $(field columns) | $(field entries) | $(field positions)"
  grep -qE "^\| $layer \| (White|Black|either) \| ${counts//|/\\|} \|" <<<"$plain" || complain "layer $layer: not $counts"
  grep -q "^ *$layer  $(field digest)\$" "$page" || complain "layer $layer: not the digest $(field digest)"
  values=$(sed -E 's/.*"values":\{([^}]*)\}.*/\1/; s/"(-?[0-9]+)":/**\1**: /g; s/,/ /g; s/\*\*([1-9])/**+\1/g' <<<"$line")
  grep -qF "| $layer | $values |" <<<"$plain" || complain "layer $layer: not the values $values"
done <"$work/layers"
[ "$(wc -l <"$work/layers")" -eq 11 ] || complain "not eleven layers"

# Every picture of the page is there, and nothing else.
pictures=$(grep -o 'pictures/results-[a-z0-9-]*\.svg' "$page" | sort)
[ "$pictures" = "$(cd "$work/one" && ls pictures/* | sort)" ] || complain "pictures: $pictures"
if command -v xmllint >/dev/null; then xmllint --noout "$work"/one/pictures/*.svg; fi

# Lines end where they say: the longest one is played out.
longest=$(sed -n 's/.*longest loss of 1 point takes \([0-9]*\) plies.*/\1/p' "$page")
position=$(sed -n '/longest loss of 1 point/,/^- /s/^- `\(.*\)`$/\1/p' "$page")
line=$(sed -n '/longest loss of 1 point/,/longest win of 1/p' "$page" | sed -n '/^```$/,/^```$/p' | grep -v '```' | tr '\n' ' ')
[ "$(wc -w <<<"$line")" -eq "$longest" ] || complain "the longest line is not $longest plies long: $line"
ascona solve $game --position "$position" --moves "$line" >"$work/end"
grep -q 'The game is over' "$work/end" || complain "the longest line does not end: $(cat "$work/end")"

: >"$work/file"
refused 3 "$work/file" "$work/tables" "$work/file" $game
refused 2 usage "$work/tables"
refused 2 'for delta' "$work/tables" "$work/three" kulami
refused 3 'delta-4-4-00.tab' "$work/tables" "$work/three" delta:size=4,pawns=4
refused 3 'No such file' "$work/nowhere" "$work/three" $game
printf damaged | dd of="$work/tables/delta-4-5-10.tab" bs=1 seek=50000 conv=notrunc status=none
refused 3 damaged "$work/tables" "$work/three" $game
rm "$work/tables/delta-4-5-03.tab"
refused 3 'delta-4-5-03.tab' "$work/tables" "$work/three" $game
[ ! -e "$work/three/results.md" ] || complain "a page from tables that are not complete"
