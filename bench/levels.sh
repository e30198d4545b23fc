#!/usr/bin/env bash
# Measures the levels: each plays against the next lower one, in every game, from random legal openings. Level 10 has
# 0.1 s per move. Prints a Markdown table. If it is interrupted, the same command with the same folder resumes.
# usage: levels.sh PROGRAM FOLDER [GAMES per pair, default 200] [JOBS, default 2] [GAME…]
set -euo pipefail
program=$1 folder=$2 count=${3:-200} jobs=${4:-2}
shift $(($# < 4 ? $# : 4))
[ $# -gt 0 ] || set -- delta neo-delta kulami delfino circle-delta
mkdir -p "$folder"

# number KEY: prints that number of the summary, which is JSON.
number() { sed -n "s/.*\"$1\":\([-0-9.e]*\).*/\1/p" <<<"$summary"; }

echo "| game | levels | wins | draws | losses | score | 95 % |"
echo "|---|---|---|---|---|---|---|"
for game in "$@"; do
  for level in 1 2 3 4 5 6 7 8 9 10; do
    below=$((level - 1))
    upper=engine:$level
    [ "$level" -lt 10 ] || upper=engine:10,movetime=100
    summary=$("$program" match "$game" "$upper" "engine:$below" -n "$count" --openings random --jobs "$jobs" --json \
      --resume "$folder/$game-$level.txt" | tail -n 1)
    interval=$(sed -n 's/.*"score_95":\[\([0-9.e-]*\),\([0-9.e-]*\)\].*/\1 \2/p' <<<"$summary")
    awk -v game="$game" -v level="$level" -v below="$below" -v wins="$(number wins)" -v draws="$(number draws)" \
      -v losses="$(number losses)" -v score="$(number score)" -v interval="$interval" 'BEGIN {
        split(interval, ends, " ")
        printf "| %s | %d : %d | %d | %d | %d | %.1f %% | %.1f to %.1f |\n", game, level, below, wins, draws, losses,
          100 * score, 100 * ends[1], 100 * ends[2] }'
  done
done
