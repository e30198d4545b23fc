#!/usr/bin/env bash
# What a user links begins with asc_, and is there once: every symbol of the archives, but for that of the program, and of
# the libraries.
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
# Which of two is linked would depend on the order of the archives. That of the tables stands alone.
# shellcheck disable=SC2046
twice=$(nm -g --defined-only $(ls ./libascona*.a | grep -v tablebase) 2>/dev/null | awk '$2 ~ /^[TDBR]$/ { print $3 }' | sort | uniq -d)
[ -z "$twice" ] || { printf 'these are defined twice:\n%s\n' "$twice"; exit 1; }
[ "$(nm -g --defined-only ./libascona.a 2>/dev/null | grep -c ' T asc_')" -gt 100 ]
