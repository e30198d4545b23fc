# A real terminal for tests: tmux, with its own server. A test sources this file; $work must be its temporary folder.
export TMUX_TMPDIR=$work
terminal() { tmux -L ascona -f /dev/null "$@"; }
trap 'terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
# A server ends with its last terminal, perhaps while the next one is opened. So one terminal always exists.
terminal new-session -d -s always 'sleep 3600' || exit 1

screen() { terminal capture-pane -t "$1" -p; }
# shows NAME WORDS: waits until the words are on the screen. Fails if they do not appear.
shows() {
  local name=$1 words=$2 tries=0
  until screen "$name" | grep -qF -- "$words"; do
    sleep 0.1
    tries=$((tries + 1))
    [ $tries -lt "${ASCONA_TEST_TRIES:-600}" ] && terminal has-session -t "$name" || # one minute: the machine may be busy
      { complain "$name: '$words' is not on the screen:"; screen "$name"; return 1; }
  done
}
press() { local name=$1; shift; terminal send-keys -t "$name" "$@"; }
close() { terminal kill-session -t "$1"; }
