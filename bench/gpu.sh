#!/usr/bin/env bash
# Every position of Delta solved on a graphics card: for each layer its entries, the seconds until it was solved and
# until its table was written, and whether its digest is the one in DIGESTS (lines of layer and digest), as another
# machine or solver had it. Status 1 when one is not.
# usage: gpu.sh PROGRAM FOLDER [DIGESTS [SPEC]]
set -euo pipefail
program=$1 folder=$2 digests=${3:-/dev/null} spec=${4:-delta}
SECONDS=0
"$program" solve "$spec" --all --gpu --json --out "$folder" | {
  differing=0
  while read -r line; do
    field() { sed -nE "s/.*\"$1\": *\"?([0-9a-f.-]+).*/\1/p" <<<"$line"; }
    layer=$(field layer) digest=$(field digest)
    known=$(awk -v layer="$layer" '$1 == layer { print $2 }' "$digests")
    case $known in "$digest") same="same" ;; "") same="" ;; *) same="NOT $known" differing=1 ;; esac
    printf '%5s  %14s entries  %7.2f s  %7.2f s  %s  %s\n' "$layer" "$(field entries)" "$(field solving)" \
      "$(field seconds)" "$digest" "$same"
  done
  echo "all of $spec: $SECONDS s"
  exit $differing
}
