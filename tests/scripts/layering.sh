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
core='error|export|game|knowledge|message|random|version|view'
check core 'core' "$core"
check games 'core|games' "$core"
check play 'core|games|play' "$core|play|record"
check engine 'core|games|engine' "$core|engine|player|search"
check solve 'core|games|engine|solve' "$core|engine|player|search|tables"
check draw 'core|games|play|draw' "$core|play|record|ascona"
check server 'core|server' 'error'
check cli 'core|games|play|engine|solve|draw|server|cli' "$core|play|record|engine|player|search|tables|ascona"

# Public headers include public headers only.
faults+=$(grep -nE '^#include "' include/ascona/* || true)
# The core and the rules neither print, exit nor allocate, but for the one place that opens rules.
faults+=$(grep -rnE '\b(printf|puts|fputs|fprintf|exit|abort|malloc|calloc|realloc|free)\(' src/core src/games --include='*.c' |
  grep -v '^src/core/rules.c:' || true)

[ -z "$faults" ] || { printf '%s\n' "$faults"; exit 1; }
