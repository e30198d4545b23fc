#!/usr/bin/env bash
# The hooks of tools/hooks: pre-commit formats what is staged and stages nothing else; commit-msg checks the subject.
# usage: hooks.sh SOURCE BUILD
set -uo pipefail
command -v git >/dev/null && command -v clang-format >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
# No settings of the surrounding repository or user: this test may itself run within a hook.
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
commit -m 'numbers: add two functions' || complain "a good commit is rejected: $(cat "$work/err")"
grep -q 'formatted: a.c' "$work/err" || complain "it is not said what was formatted: $(cat "$work/err")"
git show HEAD:a.c | clang-format --dry-run -Werror --assume-filename=a.c || complain "what is committed is not formatted"
[ -z "$(git status --porcelain -- a.c)" ] || complain "the file in the folder is not the one committed"
[ "$(git show HEAD:b.txt)" = 'a  text' ] || complain "a text is formatted"
grep -q 'int  one( void )' left.c || complain "a file that was not staged is formatted"

# A part of a file: the rest stays out of the commit.
sed -i 's/return 1;/return  11;/' a.c && git add a.c && sed -i 's/return 2;/return 22;/' a.c
commit -m 'numbers: make one eleven' || complain "a part of a file is rejected: $(cat "$work/err")"
[ "$(git show HEAD:a.c | grep -o 'return.*[0-9]')" = $'return 11\nreturn 2' ] || complain "not just the staged part is committed"
grep -q 'return 22;' a.c || complain "what was not staged is lost"

# 72 characters, of which 66 take two bytes each.
subject="area: $(printf 'é%.0s' {1..66})"
commit -a -m "$subject" -m 'The body says why, and its lines may have more than 72 characters, as long as this one has.' ||
  complain "72 characters are rejected: $(cat "$work/err")"
for message in "${subject}e" "$subject"$'\nmore of it' 'Add a function' 'numbers: Add a function' 'numbers:add a function' \
  'numbers: add a function.' 'a number: add a function'; do
  commit --allow-empty -m "$message" && complain "accepted: $message"
  grep -q '^commit-msg: ' "$work/err" || complain "no reason is given for: $message"
done
for message in "fixup! $subject" 'Revert "numbers: add two functions"' 'tests/data: add "one" and two'; do
  commit --allow-empty -m "$message" || complain "rejected: $message: $(cat "$work/err")"
done
exit $failed
