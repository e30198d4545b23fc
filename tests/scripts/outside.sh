#!/usr/bin/env bash
# Installs the libraries into an empty folder and builds small programs with them, as users would. There are three ways:
# pkg-config, pkg-config with the static library, and CMake's find_package. libascona must need only system libraries.
# Programs that read tablebases link libascona-tablebase too.
# usage: outside.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null
pc=$(dirname "$(find "$work/prefix" -name ascona.pc)")
lib=$(dirname "$pc")
export PKG_CONFIG_PATH=$pc
flags=$(pkg-config --cflags ascona)
program=$source/tests/outside/main.c tables=$source/tests/outside/tables.c
expected='delta: 25 first moves'

run() {
  local got
  got=$("$@")
  [ "$got" = "$expected" ] || { echo "$*: printed '$got', not '$expected'"; exit 1; }
}

# shellcheck disable=SC2086,SC2046
{
  cc -std=c17 -Wall -Werror $flags "$program" -o "$work/shared" $(pkg-config --libs ascona)
  LD_LIBRARY_PATH=$lib run "$work/shared"
  cc -std=c17 -Wall -Werror $flags "$tables" -o "$work/shared_tables" $(pkg-config --libs ascona-tablebase ascona)
  LD_LIBRARY_PATH=$lib run "$work/shared_tables"
  cc -std=c17 -Wall -Werror $flags "$program" -o "$work/static" -Wl,-Bstatic $(pkg-config --libs ascona) -Wl,-Bdynamic $(pkg-config --static --libs ascona)
  run "$work/static"
}
cmake -S "$source/tests/outside" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/cmake" >/dev/null
run "$work/cmake/outside_static"
run "$work/cmake/outside_shared"
run "$work/cmake/tables_static"
if ldd "$lib/libascona.so" | grep -vE 'linux-vdso|libm\.|libc\.|libpthread|ld-linux|lib[aut]*san'; then
  echo "libascona.so needs more than the system has"
  exit 1
fi

# Every header compiles without other headers before it, and a C++ program can call the library.
# shellcheck disable=SC2086
for header in "$work"/prefix/include/ascona/*.h; do
  cc -std=c17 -Wall -Wextra -Werror $flags -fsyntax-only -x c "$header"
done
if command -v clang++ >/dev/null; then
  # shellcheck disable=SC2086
  clang++ -Wall -Werror $flags -c -x c++ "$program" -o "$work/main.o"
  cc "$work/main.o" -o "$work/cxx" "$lib/libascona.a" -pthread -lm
  run "$work/cxx"
fi

# The installed program runs, and its man page and completion are installed too.
"$work/prefix/bin/ascona" --version >/dev/null
"$work/prefix/bin/ascona-server" --version >/dev/null
for file in share/man/man1/ascona.1 share/bash-completion/completions/ascona share/zsh/site-functions/_ascona; do
  [ -s "$work/prefix/$file" ] || { echo "$file is not installed"; exit 1; }
done
# Installed CMake and pkg-config files do not name the source folder.
if grep -rlF "$source" "$work/prefix/lib" --include='*.cmake' --include='*.pc'; then
  echo "an installed file names the source folder"
  exit 1
fi
