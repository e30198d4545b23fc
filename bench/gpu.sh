#!/usr/bin/env bash
# Solves every position of Delta on a graphics card. Prints for each layer its entries, the seconds until it was solved,
# the seconds until its table was written, and its digest. DIGESTS is a file with lines of layer and digest, from
# another machine or solver. The exit status is 1 if a digest differs from it.
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
