#!/usr/bin/env bash
# The hooks of tools/hooks: what is staged is formatted and nothing else is staged, and no subject is too long.
# usage: hooks.sh SOURCE BUILD
set -uo pipefail
command -v git >/dev/null && command -v clang-format >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
# Nothing of the repository or the person around this one: it may run within a hook.
unset "${!GIT_@}"
export HOME=$work GIT_CONFIG_NOSYSTEM=1

git init -q "$work/repository" && cd "$work/repository" || exit 1
git config user.name Tester && git config user.email tester@example.org && git config core.hooksPath "$1/tools/hooks"
cp "$1/.clang-format" .
commit() { git commit -q "$@" 2>"$work/err"; }

printf 'int  one( void ) {return 1;}\n\n\nint two(void) { return 2; }\n' >a.c
cp a.c left.c
printf 'a  text\n' >b.txt
git add a.c b.txt .clang-format
commit -m 'Two functions are there' || complain "a good commit is refused: $(cat "$work/err")"
grep -q 'formatted: a.c' "$work/err" || complain "it is not said what was formatted: $(cat "$work/err")"
git show HEAD:a.c | clang-format --dry-run -Werror --assume-filename=a.c || complain "what is committed is not formatted"
[ -z "$(git status --porcelain -- a.c)" ] || complain "the file in the folder is not the one committed"
[ "$(git show HEAD:b.txt)" = 'a  text' ] || complain "a text is formatted"
grep -q 'int  one( void )' left.c || complain "a file that was not staged is formatted"

# A part of a file: the rest stays out of the commit.
sed -i 's/return 1;/return  11;/' a.c && git add a.c && sed -i 's/return 2;/return 22;/' a.c
commit -m 'One is eleven' || complain "a part of a file is refused: $(cat "$work/err")"
[ "$(git show HEAD:a.c | grep -o 'return.*[0-9]')" = $'return 11\nreturn 2' ] || complain "not just the staged part is committed"
grep -q 'return 22;' a.c || complain "what was not staged is lost"

subject=$(printf 'é%.0s' {1..72})
commit -a -m "$subject" -m 'A body, as long as it has to be, says why: it may have lines of more than 72 characters.' ||
  complain "72 characters are refused: $(cat "$work/err")"
commit --allow-empty -m "${subject}e" && complain "73 characters are not refused"
commit --allow-empty -m "$subject"$'\nmore of it' && complain "a subject of two lines is not refused"
commit --allow-empty -m "fixup! $subject" || complain "a fixup is refused: $(cat "$work/err")"
exit $failed
