#!/usr/bin/env bash
# Tests that `ascona serve` and `ascona host` become ascona-server: the process id, environment and exit status stay the
# same, a missing program is reported, help works without it, and `ascona` loads no library of the server.
# usage: server_program.sh SOURCE BUILD
set -uo pipefail
program=$2/ascona
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

libraries=$(ldd "$program") || complain "ldd fails: $libraries"
for library in websockets libuv jansson sqlite3 libpq libssl utf8proc; do
  grep -qF "$library" <<<"$libraries" && complain "ascona loads $library"
done
libraries=$(ldd "$program-server")
grep -qF websockets <<<"$libraries" || complain "ascona-server has no libwebsockets"

# A script in place of the server prints what it gets.
mkdir "$work/bin"
cp "$program" "$work/bin"
cat >"$work/bin/ascona-server" <<'END'
#!/bin/sh
echo "$$ $0 $NAME"
for argument in "$@"; do echo "$argument"; done
exit 41
END
chmod +x "$work/bin/ascona-server"
NAME=value "$work/bin/ascona" SERVE --port 1 --language de -- 'two words' '' >"$work/out" 2>"$work/err" </dev/null &
process=$!
wait "$process"
[ $? -eq 41 ] || complain "the exit status is lost"
printf '%s\n' "$process $work/bin/ascona-server value" serve --port 1 -- 'two words' '' >"$work/right"
diff "$work/right" "$work/out" || complain "ascona-server is called otherwise: $(cat "$work/err")"
# The same through a link to the program, and by a name in PATH.
ln -s bin/ascona "$work/link"
[ "$("$work/link" host list | tail -n 2 | tr '\n' ' ')" = 'host list ' ] || complain "a link does not lead to ascona-server"
[ "$(PATH=$work/bin:$PATH ascona host list | tail -n 2 | tr '\n' ' ')" = 'host list ' ] || complain "PATH does not lead to ascona-server"

# refused WORDS: checks that `serve` and `host` end with status 3 and one line that ends with these words.
refused() {
  for command in serve host; do
    "$work/bin/ascona" $command list >"$work/out" 2>"$work/err" </dev/null
    [ $? -eq 3 ] || complain "$command: not status 3: $(cat "$work/err")"
    [ "$(cat "$work/out" "$work/err")" = "ascona: $command: $1" ] || complain "$command: says: $(cat "$work/out" "$work/err")"
  done
}
chmod -x "$work/bin/ascona-server"
refused "$work/bin/ascona-server: Permission denied"
rm "$work/bin/ascona-server"
refused "ascona-server is not installed beside ascona: $work/bin/ascona-server is missing"
for command in serve host; do
  "$work/bin/ascona" help $command | cmp - <("$program" $command --help) || complain "no help for $command without ascona-server"
  "$work/bin/ascona" $command --help | cmp - <("$program-server" $command --help) || complain "two helps for $command"
done

# ascona-server alone.
"$program-server" >"$work/out" 2>"$work/err"
[ $? -eq 2 ] && [ "$(wc -l <"$work/err")" -eq 1 ] || complain "ascona-server without a command: $(cat "$work/err")"
[ "$("$program-server" --version)" = "$("$program" --version | sed 's/ascona/ascona-server/')" ] || complain "two versions"
exit $failed
