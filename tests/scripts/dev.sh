#!/usr/bin/env bash
# Tests ./dev in a repository that was copied or moved after it was built: the build tree is configured again.
# usage: dev.sh SOURCE BUILD
set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

# A repository with the functions of ./dev and a project that builds nothing.
mkdir "$work/first"
sed '/^if \[ \$# -eq 0 \]/,$d' "$1/dev" >"$work/first/dev"
printf 'cmake_minimum_required(VERSION 3.20)\nproject(nothing NONE)\nset(ASCONA_WERROR OFF CACHE BOOL "")\n' >"$work/first/CMakeLists.txt"
configured() { bash -c 'set -- && source ./dev && configure build' "$1/dev" >"$work/out" 2>&1; }

cd "$work/first" && configured "$work/first" || complain "a fresh clone is not configured: $(cat "$work/out")"
configured "$work/first" && [ ! -s "$work/out" ] || complain "a second time is not silent: $(cat "$work/out")"
cp -a "$work/first" "$work/copy"
cd "$work/copy" && configured "$work/copy" || complain "a copy is not configured: $(cat "$work/out")"
grep -q "build was configured for $work/first" "$work/out" || complain "it is not said why: $(cat "$work/out")"
mv "$work/first" "$work/moved"
cd "$work/moved" && configured "$work/moved" || complain "a moved clone is not configured: $(cat "$work/out")"
grep -q "^CMAKE_HOME_DIRECTORY:INTERNAL=$work/moved\$" build/CMakeCache.txt || complain "it is configured for another folder"
exit $failed
