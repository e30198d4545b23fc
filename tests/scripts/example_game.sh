#!/usr/bin/env bash
# docs/adding-a-game.md is true: its commands are run as they stand there, in a copy of the repository, and every block of
# C in it stands in the file of the example, letter for letter.
# usage: example_game.sh SOURCE BUILD
set -euo pipefail
source=$1 copy=$2/guide
page=docs/adding-a-game.md

# The copy keeps what was built in it and its files keep their times, so that only what changed is built again.
mkdir -p "$copy/build"
find "$copy" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
for part in CMakeLists.txt cmake completion docs include src tests tools; do cp -a "$source/$part" "$copy/"; done
cd "$copy"

awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$page" >build/commands.sh
[ -s build/commands.sh ] || { echo "$page has no commands"; exit 1; }
# How fast the program becomes is no part of the page: what it is compiled with is left to the environment, which says -O0.
export CMAKE_BUILD_TYPE=Plain CFLAGS=-O0
bash -eux build/commands.sh >build/said.txt 2>&1 </dev/null || { cat build/said.txt; exit 1; }
# perft, as the rules pages of the examples have it
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
