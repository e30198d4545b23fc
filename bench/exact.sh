#!/usr/bin/env bash
# Measures how long proofs take: Delta from the start and after 4 to 12 plies, Kulami after 36, 32 and 28 plies.
# usage: exact.sh PROGRAM
set -euo pipefail
"$1" bench solve --game delta --plies 0 --count 5
"$1" bench solve --game delta --plies 4 --to 12 --count 111
"$1" bench solve --game kulami --plies 36
"$1" bench solve --game kulami --plies 32
"$1" bench solve --game kulami --plies 28 --count 20 --seconds 120
