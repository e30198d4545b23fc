#!/usr/bin/env bash
# Checks that several MPI processes make the same tablebase as one process, byte for byte, and resume an interrupted
# solve. Skipped without ascona-mpi.
# usage: mpi.sh SOURCE BUILD
set -euo pipefail
program=$2/ascona-mpi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -x "$program" ] || { echo "there is no MPI here, so there is no ascona-mpi"; exit 77; }
export ASAN_OPTIONS=detect_leaks=0 # MPI itself does not free everything
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

complain() { echo "$*" >&2; exit 1; }
same() { for table in "$work/one"/*.tab; do cmp "$table" "$1/$(basename "$table")" || complain "$1 differs"; done; }

"$2/ascona" solve delta:size=4,pawns=5 --all --out "$work/one" --threads 1 >/dev/null
for processes in 2 3; do
  mkdir "$work/$processes"
  mpirun -np $processes "$program" "$work/$processes" 4 5 >/dev/null
  same "$work/$processes"
done

# Existing tables are kept, and the missing ones are made.
rm "$work"/2/delta-4-5-0[0-7].tab
mpirun -np 3 "$program" "$work/2" 4 5 >"$work/out"
grep -q 'layer  8 .* there' "$work/out" || complain "layer 8 was done again"
same "$work/2"

# If another process has locked the folder, the solve ends with status 3 and one error line.
exec 9>"$work/2/solve.lock"
flock 9
code=0
mpirun -np 2 "$program" "$work/2" 4 5 >/dev/null 2>"$work/err" || code=$?
exec 9>&-
[ $code = 3 ] || complain "a folder that is held: status $code"
[ "$(grep -c '^ascona-mpi: ' "$work/err")" = 1 ] || complain "a folder that is held: $(cat "$work/err")"
grep -q '^ascona-mpi: process 0: .* is in use: ' "$work/err" || complain "a folder that is held: $(cat "$work/err")"

if mpirun -np 2 "$program" "$work/2" 4 8 2>"$work/err"; then complain "eight pawns on 16 squares"; fi
grep -q '^usage: mpirun' "$work/err" || complain "bad arguments: $(cat "$work/err")"
