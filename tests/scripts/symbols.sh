#!/usr/bin/env bash
# Names carry the prefix of their folder: every symbol of every object file, and every type, macro, enum constant and
# inline function of every header. No two archives define the same symbol, and the shared libraries export only asc_.
# usage: symbols.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
cd "$source"

# Files of src/solve that belong to libascona-tablebase.
tablebase=$(sed -n 's/^foreach(part \(.*\))$/\1/p' cmake/tablebase.cmake | tr ' ' '|')
[ -n "$tablebase" ]

# The first row that fits a file says how its names start; a file that fits no row is left out.
rows="^src/(base|core|games|say|play|engine|study|draw)/ asc_
^src/solve/delta/($tablebase)[.] asc_
^src/solve/ solve_
^src/cli/ cli_
^src/ugi/ ugi_
^src/match/ match_
^src/wasm/ wasm_
^src/online/ online_
^src/store/ store_
^src/live/ live_
^src/server/ http_
^tools/check-tables/ check_
^tools/make-book/ book_
^tools/survey/ survey_
^tools/mpi-solve/ mpi_solve_"

# wrong: reads lines "FILE NAME" and prints those whose name lacks the prefix of the file.
wrong() {
  awk -v rows="$rows" '
    BEGIN { count = split(rows, row, "\n"); for (i = 1; i <= count; i++) { split(row[i], part, " "); pattern[i] = part[1]; prefix[i] = part[2] } }
    { for (i = 1; i <= count && $1 !~ pattern[i]; i++);
      if (i <= count && index(tolower($2), prefix[i]) != 1) print $1 ": " $2 " does not start with " prefix[i] }' | sort -u
}

# Objects whose source is gone were left behind by an earlier build. Compilers and sanitizers add names that begin with
# two underscores, and those of the ELF format.
added='^(__|_init$|_fini$|_edata$|_end$|_bss|main$)'
symbols=$(find "$build/CMakeFiles" \( -path '*.dir/src/*.o' -o -path '*.dir/tools/*.o' \) -print0 |
  xargs -0 nm -A -g --defined-only 2>/dev/null | sed -E 's/^.*\.dir\/(.*)\.o:[0-9a-f]* [A-Za-z] /\1 /' |
  while read -r file name; do [ ! -e "$file" ] || echo "$file $name"; done | awk -v added="$added" '$2 !~ added')
[ "$(wc -l <<<"$symbols")" -gt 1000 ]

# Include guards say where a header is, and may say so in any way.
header_names() {
  find src tools -name '*.h' -print0 | xargs -0 awk '
    { # Comments go first; they may span lines.
      code = ""
      for (rest = $0; rest != "";) {
        at = index(rest, comment ? "*/" : "/*")
        if (!comment) code = code (at == 0 ? rest : substr(rest, 1, at - 1))
        rest = at == 0 ? "" : substr(rest, at + 2)
        if (at > 0) comment = !comment
      }
      $0 = code
    }
    match($0, /^typedef (struct|enum|union) [A-Za-z_0-9]+/) { split($0, word, " "); print FILENAME, word[3] }
    /^(struct|enum|union) [A-Za-z_0-9]+ \{/ { split($0, word, " "); print FILENAME, word[2] }
    /^\} [A-Za-z_0-9]+;/ { split($0, word, /[ ;]/); print FILENAME, word[2] }
    /^#define / && $2 !~ /_H$/ { sub(/\(.*/, "", $2); print FILENAME, $2 }
    /^static inline / { sub(/\(.*/, ""); sub(/.*[ *]/, ""); print FILENAME, $0 }
    /^(typedef )?enum .*\{/ { inside = 1; sub(/^[^{]*\{/, "") }
    inside {
      ended = /\}/; sub(/\}.*/, "")
      count = split($0, part, ",")
      for (i = 1; i <= count; i++) if (match(part[i], /^ *[A-Z][A-Z_0-9]+/)) { name = substr(part[i], RSTART, RLENGTH); gsub(/ /, "", name); print FILENAME, name }
      if (ended) inside = 0
    }'
}
# In WebAssembly the page links the modules, so their functions are read from the source; some replace the C library.
wasm_names() {
  grep -oHE '^[a-z][A-Za-z_0-9 *]*[ *][A-Za-z_0-9]+\(' src/wasm/*.c | grep -vE ':(static|typedef|extern|return|else) ' |
    sed -E 's/:.*[ *]([A-Za-z_0-9]+)\($/ \1/' |
    grep -vE ' (malloc|calloc|realloc|free|aligned_alloc|posix_memalign|v?snprintf|sin|cos|asin|acos|atan2|__[a-z_]*)$'
}
errors=$({ echo "$symbols"; header_names; wasm_names; } | wrong)

cd "$build"
foreign=$(nm -D --defined-only ./libascona*.so | awk -v added="$added" 'NF == 3 && $3 !~ added && $3 !~ /^asc_/ { print "the shared libraries export " $3 }')
# Which of two definitions is linked would depend on the order of the archives. The tablebase has its own copy of a file.
# shellcheck disable=SC2046
twice=$(nm -g --defined-only $(sed -nE 's/^build (libascona[^ ]*\.a):.*/\1/p' build.ninja | grep -v tablebase) | awk '$2 ~ /^[TDBR]$/ { print $3 }' | sort | uniq -d)

[ -z "$errors$foreign$twice" ] || { printf '%s\n' "$errors" "$foreign" "${twice:+defined in two archives: $twice}"; exit 1; }
