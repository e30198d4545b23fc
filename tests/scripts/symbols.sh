#!/usr/bin/env bash
# What a user links begins with asc_: every symbol of the archives, but for that of the program, and of the libraries.
# usage: symbols.sh SOURCE BUILD
set -euo pipefail
cd "$2"

# Names that the compiler and its sanitizers add begin with two underscores, or with what is asked for above.
others() { awk 'NF == 3 { print $3 }' | grep -vE '^(asc_|__|_init$|_fini$|_edata$|_end$|_bss)' | sort -u; }

archives=$(ls ./libascona*.a | grep -v libascona_cli)
# shellcheck disable=SC2086
foreign=$(nm -g --defined-only $archives 2>/dev/null | others || true)
foreign+=$(nm -D --defined-only ./libascona*.so | others || true)
[ -z "$foreign" ] || { printf 'these are no names of ours:\n%s\n' "$foreign"; exit 1; }
[ "$(nm -g --defined-only ./libascona.a 2>/dev/null | grep -c ' T asc_')" -gt 100 ]
