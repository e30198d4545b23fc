# Of rehearse.sh, inside the machine: how a command of docs/hosting.md is run, and what must hold after it.
set -uo pipefail
game=GAME person=PERSON secret= asked=
trap '[ -z "$asked" ] || kill "$asked"' EXIT
fail() { echo "FAILED: $*"; journalctl -n 30 --no-pager; exit 1; }

# ask PORT METHOD PATH [BODY]: a request without a proxy; the answer.
ask() {
  exec 3<>"/dev/tcp/127.0.0.1/$1" || return 1
  printf '%s %s HTTP/1.0\r\nHost: play.example.org\r\nAscona-Api: 2\r\n%sContent-Length: %d\r\n\r\n%s' "$2" "$3" \
    "${secret:+Authorization: Bearer $secret
}" "${#4}" "$4" >&3
  timeout 10 cat <&3
  exec 3>&-
}
well() { ask "$1" GET /health '' | grep -q '"status":"ok"'; }
# front: the page as people get it, by TLS.
front() { printf 'GET /%s HTTP/1.1\r\nHost: play.example.org\r\nConnection: close\r\n\r\n' "${1:-health}" | timeout 10 openssl s_client -quiet -ign_eof -connect 127.0.0.1:443 -servername play.example.org 2>/dev/null | tr -d '\r'; }
member() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }
listed() { runuser -u ascona -- ascona host list --database "$1" | grep -q "^$game "; }

# Somebody asks all the time; a request that nobody answers is a fault.
asking() {
  (while sleep 0.05; do front | grep -q '"status":"ok"' || date +%T.%N >>/root/turned-away; done) &
  asked=$!
}

# after COMMAND: what must hold when it has been run.
after() {
  case $1 in
    'systemctl is-active ascona')
      well 8080 || fail "it does not answer"
      [ "$(systemctl show -p User --value ascona)" = ascona ] && [ "$(stat -c %a /var/lib/ascona)" = 700 ] || fail "whose it is"
      local made
      made=$(ask 8080 POST /api/me '{"name":"Mara","bearer":true}')
      secret=$(member secret <<<"$made") person=$(member person <<<"$made")
      game=$(ask 8080 POST /api/games '{"id":"first","game":"kulami"}' | member game)
      [ ${#game} -eq 16 ] || fail "no game: $(ask 8080 POST /api/games '{"id":"first","game":"kulami"}')"
      echo "   game $game of $person; $(systemd-analyze security ascona | tail -1)" ;;
    *'systemctl reload nginx')
      sleep 0.5
      front | grep -q '"status":"ok"' || fail "not by https: $(front)"
      front metrics | grep -q ' 404 ' || fail "the figures are to be seen" ;;
    *'host copy'*) listed postgresql:///ascona || fail "the game is not in the database" ;;
    *enable*'ascona@8081'*)
      well 8081 && well 8082 || fail "two processes"
      ask 8082 GET "/api/games/$game" '' | grep -q "\"id\":\"$game\"" || fail "the second does not know the game" ;;
    'for port in'*)
      : ;;
    *'host backup'*) ls -l /var/lib/ascona/monday.db ;;
    'systemctl start ascona.socket ascona.service')
      well 8080 || fail "not after going back"
      listed /var/lib/ascona/games.db || fail "the game is not there after going back" ;;
    *ascona_monday)
      [ "${1#*host list}" = "$1" ] || listed postgresql:///ascona_monday || fail "the game is not in what was restored" ;;
    *'reload prometheus'*)
      for _ in $(seq 60); do
        exec 3<>/dev/tcp/127.0.0.1/9090 && printf 'GET /api/v1/rules HTTP/1.0\r\n\r\n' >&3 && timeout 5 cat <&3 | grep -q AsconaStoreDown && return
        sleep 0.5
      done
      fail "Prometheus does not know the alarms" ;;
  esac
}

run() {
  local command=${1//GAME/$game}
  command=${command//PERSON/$person}
  case $command in
    certbot*) # nobody can certify a machine without a network
      command='mkdir -p /etc/letsencrypt/live/play.example.org && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=play.example.org -keyout /etc/letsencrypt/live/play.example.org/privkey.pem -out /etc/letsencrypt/live/play.example.org/fullchain.pem 2>/dev/null' ;;
    'cp docs/hosting/Caddyfile'*) command="$command && caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile 2>&1 | tail -1" ;;
    'systemctl stop ascona.socket ascona.service') systemctl disable --now ascona@808{1,2}.{socket,service} 2>/dev/null ;;
    'for port in'*) asking; sleep 1 ;;
  esac
  echo "+ $command"
  bash -o pipefail -c "$command" 2>&1 | sed 's/^/   /' || fail "$command"
  after "$1"
  if [[ $1 == 'for port in'* ]]; then
    sleep 1
    systemctl kill --signal=KILL ascona@8081.service # and comes back by itself
    sleep 3
    well 8081 || fail "a process that was killed does not come back"
    kill "$asked"
    asked=
    [ ! -e /root/turned-away ] || fail "turned away at $(cat /root/turned-away)"
    echo "   nobody was turned away while both were restarted and one was killed"
  fi
}

finished() {
  local failed
  failed=$(systemctl --failed --plain --no-legend | grep -v caddy)
  [ -z "$failed" ] || fail "$failed"
  echo "all of it was done"
}
