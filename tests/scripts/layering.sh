#!/usr/bin/env bash
# Checks that no include goes up the list of layers (docs/architecture.md). A file may include only the folders and the
# public headers that are named here for its layer.
# usage: layering.sh SOURCE
set -euo pipefail
cd "$1"

faults=""
fault() { faults+="$*"$'\n'; }

# check LAYER FOLDERS HEADERS: checks the includes of a layer. A quoted include must be a file of the same folder or a
# path that starts with one of FOLDERS. An <ascona/…> include must be one of HEADERS.
check() {
  local layer=$1 folders=$2 headers=$3 file line include
  while IFS=: read -r file line include; do
    case $include in
      *'"../'*) fault "$file:$line: an include goes by its path from src/: $include" ;;
      *'"'*/*) [[ $include =~ \"($folders)/ ]] || fault "$file:$line: $layer may not use $include" ;;
      *'<ascona/'*) [[ $include =~ \<ascona/($headers)\.h\> ]] || fault "$file:$line: $layer may not use $include" ;;
    esac
  done < <(grep -rnE '^#include ("|<ascona/)' "src/$layer" --include='*.c' --include='*.h' |
    if [ "$layer" = cli ]; then grep -v '^src/cli/server/'; else cat; fi)
}
base='error|export|random|version'
core="$base|edit|game|knowledge|message|view"
play="$core|play|record"
engine="$core|player|playout|search"
both="$core|play|record|player|playout|search|analysis|review|ascona"
check base 'base' "$base"
check core 'base|core' "$core"
check games 'base|core|games' "$core"
check play 'base|core|play' "$play"
check engine 'base|core|engine' "$engine"
check say 'base|core|say' "$core"
check study 'base|core|say|play|engine|study' "$both"
check ugi 'base|core|say|play|engine|study|ugi' "$play|player|search|analysis"
check match 'base|core|say|play|engine|study|ugi|match' "$play|player|search|analysis"
check solve 'base|core|games/delta|engine|solve' "$engine|tablebase"
check draw 'base|core|say|play|draw' "$play|svg|ascona"
check online 'base|core|play|online' "$play"
check store 'base|core|play|store' "$play"
check live 'base|core|play|engine|online|store|live' "$play|player|search"
check server 'base|core|play|solve|online|store|live|server' "$both|tablebase"
check wasm 'base|core|play|engine|study|draw|wasm' "$both"
check cli 'base|core|say|play|engine|study|ugi|match|solve|draw|cli' "$both|svg|tablebase"
check cli/server 'base|core|play|online|store|live|server|cli' "$both"

# Public headers include only public headers.
faults+=$(grep -nE '^#include "' include/ascona/* || true)
# The core, the games and src/say do not print, exit or allocate, except src/core/rules.c, which opens rules. src/base
# allocates buffers and files.
faults+=$(grep -rnE '\b(printf|puts|fputs|fprintf|exit|abort|malloc|calloc|realloc|free)\(' src/core src/games src/say --include='*.c' |
  grep -v '^src/core/rules.c:' || true)
# No layer below the front ends prints, exits, catches signals or reads the environment.
faults+=$(grep -rnE '(^|[^a-z_])(printf|puts|putchar|exit|abort|getenv|sigaction|signal|perror)\(' src/base src/say src/play src/engine src/study \
  src/ugi src/match src/solve src/draw src/online src/store src/live src/server --include='*.c' --include='*.h' || true)

[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
