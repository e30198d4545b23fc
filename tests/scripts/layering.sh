#!/usr/bin/env bash
# An include that goes up the list of layers is an error (docs/architecture.md). A file may include the folders and the
# public headers named here for its layer.
# usage: layering.sh SOURCE
set -euo pipefail
cd "$1"

faults=""
fault() { faults+="$*"$'\n'; }

# check LAYER FOLDERS HEADERS: the quoted includes of a layer's files are files of their own folder or paths that begin
# with one of FOLDERS; their <ascona/…> includes are among HEADERS.
check() {
  local layer=$1 folders=$2 headers=$3 file line include
  while IFS=: read -r file line include; do
    case $include in
      *'"../'*) fault "$file:$line: an include goes by its path from src/: $include" ;;
      *'"'*/*) [[ $include =~ \"($folders)/ ]] || fault "$file:$line: $layer may not use $include" ;;
      *'<ascona/'*) [[ $include =~ \<ascona/($headers)\.h\> ]] || fault "$file:$line: $layer may not use $include" ;;
    esac
  done < <(grep -rnE '^#include ("|<ascona/)' "src/$layer" --include='*.c' --include='*.h')
}
core='edit|error|export|game|knowledge|message|random|version|view'
play="$core|play|record"
engine="$core|player|playout|search"
both="$core|play|record|player|playout|search|ascona"
check core 'core' "$core"
check games 'core|games' "$core"
check play 'core|play' "$play"
check engine 'core|engine' "$engine"
check say 'core|say' "$core"
check study 'core|say|play|engine|study' "$both"
check ugi 'core|say|play|engine|study|ugi' "$play|player|search"
check match 'core|say|play|engine|study|ugi|match' "$play|player|search"
check solve 'core|games/delta|engine|solve' "$engine|tablebase"
check draw 'core|say|play|draw' "$play|ascona"
check online 'core|play|online' "$play"
check store 'core|play|store' "$play"
check server 'core|play|solve|online|store|server' "$both|tablebase"
check wasm 'core|play|engine|study|draw|wasm' "$both"
check cli 'core|say|play|engine|study|ugi|match|solve|draw|online|store|server|cli' "$both|tablebase"

# Public headers include public headers only.
faults+=$(grep -nE '^#include "' include/ascona/* || true)
# The core and the rules neither print, exit nor allocate, but for the one place that opens rules.
faults+=$(grep -rnE '\b(printf|puts|fputs|fprintf|exit|abort|malloc|calloc|realloc|free)\(' src/core src/games src/say --include='*.c' |
  grep -v '^src/core/rules.c:' || true)
# No layer below the front ends prints, exits, catches signals or reads the environment.
faults+=$(grep -rnE '(^|[^a-z_])(printf|puts|putchar|exit|abort|getenv|sigaction|signal|perror)\(' src/say src/play src/engine src/study \
  src/ugi src/match src/solve src/draw src/online src/store --include='*.c' --include='*.h' || true)

[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
