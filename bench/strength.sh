#!/usr/bin/env bash
# The matches the engine is judged by: level 10 against plain UCT, and in Delfino against the greedy player, 0.1 s a
# move, one thread each, from balanced openings.
# usage: strength.sh PROGRAM FOLDER [GAMES, default 200] [JOBS, default 2]
set -euo pipefail
program=$1 folder=$2 count=${3:-200} jobs=${4:-2}
mkdir -p "$folder"
for game in kulami neo-delta circle-delta; do
  "$program" match "$game" engine:10 engine:uct -n "$count" --movetime 100 --jobs "$jobs" --resume "$folder/$game.txt"
done
"$program" match delfino engine:10 engine:greedy -n "$count" --movetime 100 --jobs "$jobs" --resume "$folder/delfino.txt"
