#!/usr/bin/env bash
# Builds the library with the example game of docs/adding-a-game.md beside the others and runs the conformance suite on
# it. Every block of C in that page must stand in the game's file, letter for letter, so that the page stays true.
# usage: example_game.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2/example
game=$source/docs/example/noughts

cmake -S "$source" -B "$build" -G Ninja -DASCONA_EXTRA_GAMES="$game" -DASCONA_GAMES=delta >/dev/null
cmake --build "$build" --target ascona test_conformance >/dev/null
"$build/tests/test_conformance" noughts
[ "$("$build/ascona" perft noughts 9)" = 127872 ]
"$build/ascona" show noughts --moves "b2 a1" >/dev/null

awk -v file="$game/noughts.c" '
  BEGIN { while ((getline line < file) > 0) code = code line "\n" }
  /^```c$/ { inside = 1; block = ""; next }
  /^```$/ && inside {
    inside = 0; blocks++
    if (index(code, block) == 0) { print "a block of docs/adding-a-game.md is not in noughts.c:\n" block; bad = 1 }
    next
  }
  inside { block = block $0 "\n" }
  END { if (blocks == 0) { print "docs/adding-a-game.md has no code"; bad = 1 } exit bad }
' "$source/docs/adding-a-game.md"
