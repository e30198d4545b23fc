#!/usr/bin/env bash
# Tests the files in docs/hosting. The alarms use metrics that the server has. nginx and Caddy with TLS forward pages,
# sockets and requests, and skip a process that is gone. systemd accepts the units, and docs/hosting.md names every
# file. The tools are those of ./dev test (.cache/tools) or of the system; the test is skipped without them.
# usage: hosting.sh SOURCE BUILD
set -uo pipefail
source=$1 program=$2/ascona
given=$source/docs/hosting
PATH=$source/.cache/tools/usr/sbin:$source/.cache/tools/usr/bin:$PATH
missing=$(for tool in nginx caddy promtool openssl; do command -v $tool >/dev/null || echo "$tool"; done)
[ -z "$missing" ] || { echo "there is no" $missing; exit 77; }
work=$(mktemp -d)
processes=()
trap 'for id in "${processes[@]}"; do kill "$id" 2>/dev/null; done; wait; rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
# says TEXT PATTERN: succeeds if the text has the pattern, in upper or lower case.
says() { grep -qai -- "$2" <<<"$1"; }

# start NAME OPTION…: starts a server. Sets $port and $process.
start() {
  "$program" serve --web "$work/$1" --port 0 "${@:2}" >"$work/$1.log" 2>&1 </dev/null &
  process=$!
  processes+=("$process")
  for _ in $(seq 300); do
    port=$(sed -n 's/^Ascona is at .*:\([0-9]*\) (Ctrl-C ends it)$/\1/p' "$work/$1.log")
    [ -z "$port" ] || return 0
    sleep 0.1
  done
  complain "$1 does not start: $(cat "$work/$1.log")"
}

# Prints a free port for a proxy. Servers get theirs from the system.
free_port() {
  local wanted
  while wanted=$((20000 + RANDOM % 12000)) && (exec 3<>"/dev/tcp/127.0.0.1/$wanted") 2>/dev/null; do :; done
  echo "$wanted"
}

# tls PORT OPTION: sends stdin to the port over TLS and prints the answer. OPTION -ign_eof waits for the end of the
# answer, -no_ign_eof ends with stdin.
tls() { timeout 20 openssl s_client -quiet "$2" -verify_return_error -CAfile "$work/cert.pem" -servername play.example.org -connect "127.0.0.1:$1" 2>"$work/tls.err"; }
# page PORT PATH [METHOD [HEADER]]: prints the answer to a request; the connection is closed after it.
page() {
  { printf '%s %s HTTP/1.1\r\nHost: play.example.org\r\nAscona-Api: 2\r\nConnection: close\r\nContent-Length: %d\r\n%b\r\n' "${3:-GET}" "$2" $([ "${3:-GET}" = GET ] && echo 0 || echo 2) "${4:-}"
    [ "${3:-GET}" = GET ] || printf '{}'; } | tls "$1" -ign_eof | tr -d '\r'
}
# ping PORT: opens a WebSocket, prints its headers, sends a ping and prints the answer.
ping() {
  local line
  coproc talk { tls "$1" -no_ign_eof; }
  local from=${talk[0]} to=${talk[1]}
  { printf 'GET /api/socket HTTP/1.1\r\nHost: play.example.org\r\nOrigin: https://play.example.org\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
    printf 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ascona.2\r\n\r\n'; } >&"$to"
  while IFS= read -r -t 20 line <&"$from" && [ "$line" != $'\r' ]; do echo "${line%$'\r'}"; done
  printf '\x81\x96\0\0\0\0{"do":"ping","id":"p"}' >&"$to"
  IFS= read -r -t 20 -d '}' line <&"$from"
  echo "${line#*\{}"
  exec {to}>&-
}

# ---- alarms ----
mkdir "$work/one" "$work/two" "$work/rules"
echo one >"$work/one/index.html"
echo two >"$work/two/index.html"
cp "$given/ascona.rules.yml" "$given/prometheus.yml" "$source/tests/data/hosting/rules.test.yml" "$work/rules"
(cd "$work/rules" && promtool check config prometheus.yml && promtool test rules rules.test.yml) >"$work/out" 2>&1 || complain "$(cat "$work/out")"
start one --database "$work/one.db" --origin https://play.example.org --trust-proxy 127.0.0.0/8
one=$port first=$process
exec 3<>"/dev/tcp/127.0.0.1/$one"
printf 'GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
timeout 10 cat <&3 >"$work/metrics"
for figure in $(grep -o 'ascona_[a-z_]*' "$given/ascona.rules.yml" | sort -u); do
  grep -q "^$figure " "$work/metrics" || complain "an alarm looks at $figure, which the server does not tell"
done

# ---- proxies ----
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=play.example.org \
  -addext subjectAltName=DNS:play.example.org -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
start two --database "$work/two.db" --origin https://play.example.org --trust-proxy 127.0.0.0/8
two=$port

# look NAME PORT: checks that the proxy forwards the page, a socket and a POST with its cookie, and hides the metrics.
ORIGIN='Origin: https://play.example.org\r\n'
look() {
  local said
  said=$(page "$2" /) && says "$said" '^\(one\|two\)$' || complain "$1: no page: $said $(cat "$work/tls.err" "$work/$1.err")"
  said=$(ping "$2") && says "$said" '"re":"p"' || complain "$1: no socket: $said"
  said=$(page "$2" /api/me POST "$ORIGIN") && says "$said" '^set-cookie: __Host-' || complain "$1: no cookie: $said"
  said=$(page "$2" /metrics) && says "$said" '^HTTP/1.1 404' || complain "$1: the figures are to be seen"
}
# passed NAME PORT: kills one process and checks that everything still works. A proxy may choose among idle processes at
# random, so the first one gets 40 chances. A request with a body is not tried again by Caddy, so it gets 10 s, in which
# the proxy must notice that the process is gone.
passed() {
  local i said
  for i in {1..40}; do said=$(page "$2" /) && says "$said" '^one$' && break; done
  says "$said" '^one$' || complain "$1: the first process is not asked: $said"
  kill -9 "$first"
  wait "$first" 2>/dev/null
  for i in 1 2 3; do said=$(page "$2" /) && says "$said" '^two$' || complain "$1: a process that is gone is not passed over: $said"; done
  said=$(ping "$2") && says "$said" '"re":"p"' || complain "$1: no socket when a process is gone: $said"
  for i in {1..40}; do said=$(page "$2" /api/me POST "$ORIGIN") && says "$said" '^HTTP/1.1 201' && break; sleep 0.25; done
  says "$said" '^HTTP/1.1 201' || complain "$1: no POST when a process is gone: $said"
}
# nginx_start PORT…: starts nginx with docs/hosting/nginx.conf, but with this test's certificate, ports and processes.
# Sets $front to its port and $proxy to its process.
nginx_start() {
  front=$(free_port)
  "$source/tests/hosting/nginx-conf.sh" "$source" "$work" "$front" "$@" >"$work/nginx.conf"
  rm -f "$work/http.sock"
  nginx -t -p "$work" -e "$work/nginx.err" -c "$work/nginx.conf" 2>"$work/out" || complain "nginx: $(cat "$work/out")"
  nginx -p "$work" -e "$work/nginx.err" -c "$work/nginx.conf" 2>/dev/null &
  proxy=$!
  processes+=("$proxy")
  until (exec 3<>"/dev/tcp/127.0.0.1/$front") 2>/dev/null || ! kill -0 "$proxy"; do sleep 0.1; done
}
nginx_start "$one"
look nginx "$front"
kill "$proxy"
wait "$proxy" 2>/dev/null
nginx_start "$one" "$two"
passed nginx "$front"
kill "$proxy"

caddy validate --adapter caddyfile --config "$given/Caddyfile" >"$work/out" 2>&1 || complain "caddy: $(tail -1 "$work/out")"
start one --database "$work/one.db" --origin https://play.example.org --trust-proxy 127.0.0.0/8
one=$port first=$process front=$(free_port)
{ printf '{\n\tadmin off\n\tauto_https off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n}\n'
  sed -e "s,^play.example.org {,https://play.example.org:$front {\n\ttls $work/cert.pem $work/key.pem," \
    -e "s,127.0.0.1:8080,127.0.0.1:$one 127.0.0.1:$two," "$given/Caddyfile"; } >"$work/Caddyfile"
XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work HOME=$work caddy run --adapter caddyfile --config "$work/Caddyfile" >"$work/caddy.err" 2>&1 &
processes+=($!)
proxy=$!
until (exec 3<>"/dev/tcp/127.0.0.1/$front") 2>/dev/null || ! kill -0 "$proxy"; do sleep 0.1; done
look caddy "$front"
passed caddy "$front"

# ---- units ----
if command -v systemd-analyze >/dev/null; then
  mkdir "$work/units"
  for unit in "$given"/*.service "$given"/*.socket; do
    sed "s,/usr/local/bin/ascona,$(realpath "$program"),; s,^EnvironmentFile=.*,Environment=ORIGIN=https://play.example.org DATABASE=postgresql:///ascona," "$unit" >"$work/units/$(basename "$unit")"
  done
  cp "$work/units/ascona@.service" "$work/units/ascona@8081.service"
  cp "$work/units/ascona@.socket" "$work/units/ascona@8081.socket"
  for unit in ascona.service ascona.socket ascona@8081.service ascona@8081.socket; do
    said=$(cd "$work/units" && SYSTEMD_UNIT_PATH=$work/units: timeout 60 systemd-analyze verify --man=no --recursive-errors=no "$work/units/$unit" 2>&1 | grep "$work/units\|$unit" | grep -v 'User=')
    [ -z "$said" ] || complain "$said"
  done
  diff <(sed 's/%i/8080/; s/\${DATABASE}/\/var\/lib\/ascona\/games.db/; /^#/d; /^Description/d; /^After/d' "$given/ascona@.service") \
    <(sed '/^#/d; /^Description/d; /^After/d' "$given/ascona.service") || complain "the two units are no longer the same"
fi

# ---- the docs ----
for file in "$given"/*; do
  grep -qF "hosting/$(basename "$file")" "$source/docs/hosting.md" || complain "docs/hosting.md does not name hosting/$(basename "$file")"
done
while IFS= read -r command; do
  bash -nc "$command" 2>"$work/out" || complain "docs/hosting.md: $command: $(cat "$work/out")"
  for file in $(grep -oE '\bdocs/hosting/[^ ]+' <<<"$command"); do [ -e "$source/$file" ] || complain "docs/hosting.md: there is no $file"; done
done < <(sed -n 's/^    //p' "$source/docs/hosting.md")
exit $failed
