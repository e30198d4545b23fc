#!/usr/bin/env bash
# An include that goes up the list of layers is an error (docs/architecture.md). A file may include public headers, its
# own folder and the layers named here for it.
set -euo pipefail
cd "$1"

failed=0
# check FOLDER ALLOWED…: what the quoted includes of a folder's files may begin with; a name without a slash is the
# file's own folder.
check() {
  local folder=$1
  shift
  local allowed
  allowed=$(printf '%s|' "$@")
  while IFS=: read -r file line include; do
    path=$(sed -E 's/.*"([^"]*)".*/\1/' <<<"$include")
    case $path in
      ../*) echo "$file:$line: an include goes by its path from src/: $path" ;;
      */*) grep -qE "^(${allowed%|})/" <<<"$path" || echo "$file:$line: $folder may not include $path" ;;
    esac
  done < <(grep -rnE '^#include "' "src/$folder" --include='*.c' --include='*.h') | tee /dev/stderr | grep -q . && failed=1
  return 0
}
check core core
check games core games
check play core games play
check engine core games engine
check cli core games play engine cli

# Headers outside of include/ are not API: the public ones include public ones only.
if grep -nE '^#include "' include/ascona/*; then
  echo "include/ascona: a public header includes a private one"
  failed=1
fi
# The core and the rules neither print, exit nor allocate, but for the one place that opens rules.
if grep -nE '\b(printf|puts|fputs|fprintf|exit|abort|malloc|calloc|realloc|free)\(' -r src/core src/games --include='*.c' |
  grep -v '^src/core/rules.c:'; then
  echo "src/core, src/games: printing, exiting or allocating in the rules"
  failed=1
fi
exit $failed
