#!/usr/bin/env bash
# Tests `ascona serve` as a user starts and stops it: where it finds the page, what it prints, how it fails and stops.
# tests/serve_*.c test its answers.
# usage: serve.sh SOURCE BUILD
set -uo pipefail
program=$2/ascona
work=$(mktemp -d)
export XDG_STATE_HOME=$work/state # games between players are stored here
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }

mkdir -p "$work/web" "$work/prefix/bin" "$work/prefix/share/ascona/web" "$work/tree/web"
echo given >"$work/web/index.html"
echo installed >"$work/prefix/share/ascona/web/index.html"
echo built >"$work/tree/web/index.html"
cp "$program" "$program-server" "$work/prefix/bin"
cp "$program" "$program-server" "$work/tree"

# refused STATUS WORDS ARGUMENT…: checks for that status, nothing on stdout, and one line on stderr that contains the
# words.
refused() {
  local status=$1 words=$2 got
  shift 2
  timeout 60 "$program" serve "$@" >"$work/out" 2>"$work/err" </dev/null
  got=$?
  [ $got -eq "$status" ] || complain "serve $*: status $got, not $status"
  [ -s "$work/out" ] && complain "serve $*: prints on stdout: $(cat "$work/out")"
  [ "$(wc -l <"$work/err")" -eq 1 ] || complain "serve $*: not one line on stderr: $(cat "$work/err")"
  grep -qE '^ascona: serve: .' "$work/err" || complain "serve $*: no 'ascona: serve: WHY': $(cat "$work/err")"
  grep -qF -- "$words" "$work/err" || complain "serve $*: does not say '$words': $(cat "$work/err")"
}

# start PROGRAM ARGUMENT…: starts a server in the background and waits until it listens. Sets $server and $port.
start() {
  : >"$work/said"
  "$1" serve --port 0 "${@:2}" >"$work/said" 2>&1 </dev/null &
  server=$!
  port=
  for _ in $(seq 600); do
    port=$(sed -n 's/^Ascona is at https\{0,1\}:.*:\([0-9]*\) (Ctrl-C ends it)$/\1/p' "$work/said")
    [ -z "$port" ] || return 0
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  complain "$* does not start: $(cat "$work/said")"
  return 1
}

# page PATH: prints the answer to a request without carriage returns.
page() {
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  tr -d '\r' <&3
  exec 3>&-
}

# stop SIGNAL: sends the signal and checks that the server ends with status 0.
stop() {
  kill -s "$1" "$server"
  wait "$server"
  local got=$?
  [ $got -eq 0 ] || complain "after SIG$1: status $got: $(cat "$work/said")"
  server=
}

refused 2 'unknown option' --ports 1
refused 2 "not '65536'" --port 65536
refused 2 "not 'http'" --port http
refused 2 'unexpected argument' delta
refused 2 'No such file' --web "$work/nowhere" --port 0
refused 2 'Not a directory' --web "$work/web/index.html" --port 0
refused 2 'no index.html' --web "$work" --port 0
refused 2 'not an address of this machine' --web "$work/web" --host 192.0.2.1 --port 0
refused 2 'host: the name is empty' --web "$work/web" --host '' --port 0
refused 2 'no.such.host.invalid' --web "$work/web" --host no.such.host.invalid --port 0

refused 2 'https://play.example.org' --web "$work/web" --origin play.example.org
refused 2 '127.0.0.0/8' --web "$work/web" --trust-proxy 127.0.0.0/33
refused 2 'used together' --web "$work/web" --no-games --database "$work/x.db"
refused 2 'must be used together' --web "$work/web" --cert "$work/cert.pem"
refused 2 'No such file' --web "$work/web" --cert "$work/none.pem" --key "$work/none.pem"

# --check opens everything that the server would open, checks it and ends.
[ "$("$program" serve --check --port 0 --web "$work/web" --database "$work/checked.db" 2>&1)" = 'no errors found' ] || complain "--check is not content"
[ "$(stat -c %a "$work/checked.db")" = 600 ] || complain "others may read the database"
refused 2 'not a database' --check --port 0 --web "$work/web" --database "$work/web/index.html"
refused 3 'nowhere' --check --port 0 --web "$work/web" --database "$work/nowhere/games.db"
echo 'no certificate' >"$work/bad.pem"
refused 3 '' --check --port 0 --web "$work/web" --no-games --cert "$work/bad.pem" --key "$work/bad.pem"
# Two database pages in the middle of the file are overwritten.
pages=$(($(stat -c %s "$work/checked.db") / 4096))
dd if=/dev/urandom of="$work/checked.db" bs=4096 seek=$((pages / 2)) count=2 conv=notrunc status=none
refused 3 '' --check --port 0 --web "$work/web" --database "$work/checked.db"

# With TLS and a self-signed certificate the server has the same page and sockets.
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 -subj /CN=localhost 2>/dev/null
if start "$program" --web "$work/web" --database "$work/tls.db" --cert "$work/cert.pem" --key "$work/key.pem"; then
  grep -q "https://localhost:$port " "$work/said" || complain "it does not say that it is at https: $(cat "$work/said")"
  secret() { printf '%s\r\n' "$@" '' | timeout 10 openssl s_client -quiet -verify_quiet -verify_return_error -CAfile "$work/cert.pem" -connect "127.0.0.1:$port" 2>/dev/null | sed -u 's/\r$//'; }
  secret 'GET / HTTP/1.1' 'Host: localhost' 'Connection: close' | tail -1 | grep -qx given || complain "nothing comes by TLS"
  # The whole answer is read first: grep -q would stop at its line and break the pipe.
  answer=$(secret 'POST /api/me HTTP/1.1' 'Host: localhost' 'Connection: close' 'Ascona-Api: 2' 'Content-Length: 0')
  grep -q '^Set-Cookie: .*; HttpOnly; .*; Secure$' <<<"$answer" || complain "the cookie may go over plain http"
  # A socket stays open, so its answer is checked after the server has ended.
  secret 'GET /api/socket HTTP/1.1' 'Host: localhost' 'Connection: Upgrade' 'Upgrade: websocket' 'Sec-WebSocket-Version: 13' \
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' 'Sec-WebSocket-Protocol: ascona.2' >"$work/socket" &
  page / 2>/dev/null | grep -q . && complain "it answers plainly where it has a certificate"
  for _ in $(seq 100); do grep -qa 101 "$work/socket" && break; sleep 0.1; done
  stop TERM
  wait
  grep -qa '^HTTP/1.1 101 ' "$work/socket" || complain "no socket by TLS: $(head -1 "$work/socket")"
fi

if start "$program" --web "$work/web"; then
  [ "$(cat "$work/said")" = "Ascona is at http://localhost:$port (Ctrl-C ends it)" ] || complain "it says: $(cat "$work/said")"
  refused 3 "port $port: another program uses it" --web "$work/web" --port "$port"
  page / | tail -1 | grep -qx given || complain "--web does not serve the folder"
  # An idle connection does not keep the server from ending.
  exec 4<>"/dev/tcp/127.0.0.1/$port"
  stop TERM
  exec 4>&-
  [ "$(wc -l <"$work/said")" -eq 1 ] || complain "it says more than its address: $(cat "$work/said")"
fi
# A port is free again as soon as the server has ended. Another program may have got it meanwhile, so there are three
# tries. The output of the first server is removed, because the second may not have printed anything yet.
came_again() {
  start "$program" --web "$work/web" || return 1
  local again=$port
  page / >/dev/null
  stop INT
  : >"$work/said"
  "$program" serve --web "$work/web" --port "$again" >"$work/said" 2>&1 </dev/null &
  server=$!
  for _ in $(seq 600); do [ -s "$work/said" ] && break; sleep 0.1; done
  if grep -q "localhost:$again " "$work/said"; then stop TERM; else wait "$server"; server=; return 1; fi
}
came_again || came_again || came_again || complain "its port is not free after its end: $(cat "$work/said")"
# Without --web the server uses the page that was installed with the program or built next to it.
start "$work/prefix/bin/ascona" && { page / | tail -1 | grep -qx installed || complain "the installed page is not found"; stop TERM; }
start "$work/tree/ascona" && { page / | tail -1 | grep -qx built || complain "the built page is not found"; stop TERM; }

# The log has one line per request and no control characters.
if start "$program" --web "$work/web" --log; then
  page '/play?key=geheim' >/dev/null
  page '/%1b[31mred%0a.txt' >/dev/null
  page /nothing.js >/dev/null
  stop TERM
  grep -qxE '\{"time":"[0-9T:-]+Z","method":"GET","path":"/play","status":200,"bytes":6\}' "$work/said" || complain "the log lacks a request: $(cat "$work/said")"
  grep -qE '"path":"/nothing.js","status":404,"bytes":[0-9]+\}$' "$work/said" || complain "the log lacks what is not found: $(cat "$work/said")"
  grep -q 'geheim\|127\.0\.0\.1' "$work/said" && complain "what nobody asked for is in the log: $(cat "$work/said")"
  LC_ALL=C.UTF-8 grep -nvxP '[^\p{Cc}]*' "$work/said" && complain "control characters come into the log"
fi
if start "$program" --web "$work/web" --log-addresses; then
  page /play >/dev/null
  stop TERM
  grep -q '"address":"127.0.0.1","method":"GET","path":"/play"' "$work/said" || complain "the log lacks the address that was asked for: $(cat "$work/said")"
fi
# A server that cannot print its address ends.
timeout 60 "$program" serve --web "$work/web" --port 0 >/dev/full 2>"$work/err"
[ $? -eq 3 ] || complain "a full disk is not the machine's fault: $(cat "$work/err")"
exit $failed
