#!/usr/bin/env bash
# How long proofs take: Delta from the start and from 4 to 12 pawns, Kulami with 28, 32 and 36 free hollows.
# usage: exact.sh PROGRAM
set -euo pipefail
"$1" bench solve --game delta --plies 0 --count 5
"$1" bench solve --game delta --plies 4 --to 12 --count 111
"$1" bench solve --game kulami --plies 36
"$1" bench solve --game kulami --plies 32
"$1" bench solve --game kulami --plies 28 --count 20 --seconds 120
