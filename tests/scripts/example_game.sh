#!/usr/bin/env bash
# Checks that docs/adding-a-game.md is true. Its commands are run unchanged in a copy of the repository. Every block of
# C must be in the source file of the example, character by character.
# usage: example_game.sh SOURCE BUILD
set -euo pipefail
source=$1 copy=$2/guide
page=docs/adding-a-game.md

# The copy keeps its build folder, and its files keep their times, so that only changed files are built again.
mkdir -p "$copy/build"
find "$copy" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
for part in CMakeLists.txt cmake completion dev docs include src tests tools; do cp -a "$source/$part" "$copy/"; done
cd "$copy"

awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" >build/commands.sh
[ -s build/commands.sh ] || { echo "$page has no commands"; exit 1; }
# The speed of the program does not matter here, so the environment sets -O0 to build it quickly.
export CMAKE_BUILD_TYPE=Plain CFLAGS=-O0
bash -eux build/commands.sh >build/said.txt 2>&1 </dev/null || { cat build/said.txt; exit 1; }
# The perft counts are those in the rules pages of the examples.
for count in 127872 101; do
  grep -qx $count build/said.txt || { cat build/said.txt; echo "perft does not count $count games"; exit 1; }
done

awk -v file=docs/example/noughts/noughts.c '
  BEGIN { while ((getline line < file) > 0) code = code line "\n" }
  /^```c$/ { inside = 1; block = ""; next }
  /^```$/ && inside {
    inside = 0; blocks++
    if (index(code, block) == 0) { print "a block of docs/adding-a-game.md is not in noughts.c:\n" block; bad = 1 }
    next
  }
  inside { block = block $0 "\n" }
  END { if (blocks == 0) { print "docs/adding-a-game.md has no code"; bad = 1 } exit bad }
' "$page"
