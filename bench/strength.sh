#!/usr/bin/env bash
# Plays the matches that measure the engine: level 10 against plain UCT, and in Delfino against the greedy player. Each
# player has 0.1 s per move and one thread; the openings are balanced. If it is interrupted, the same command resumes.
# usage: strength.sh PROGRAM FOLDER [GAMES, default 200] [JOBS, default 2]
set -euo pipefail
program=$1 folder=$2 count=${3:-200} jobs=${4:-2}
mkdir -p "$folder"
for game in kulami neo-delta circle-delta; do
  "$program" match "$game" engine:10 engine:uct -n "$count" --movetime 100 --jobs "$jobs" --resume "$folder/$game.txt"
done
"$program" match delfino engine:10 engine:greedy -n "$count" --movetime 100 --jobs "$jobs" --resume "$folder/delfino.txt"
