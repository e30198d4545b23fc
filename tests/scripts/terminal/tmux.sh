# A real terminal for a test: tmux, on a server of its own. To be sourced; $work is the test's folder.
export TMUX_TMPDIR=$work
terminal() { tmux -L ascona -f /dev/null "$@"; }
trap 'terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT
failed=0
complain() { echo "$*"; failed=1; }
# A server that has lost its last terminal ends, and may do so while the next is opened: one is always there.
terminal new-session -d -s always 'sleep 3600' || exit 1

screen() { terminal capture-pane -t "$1" -p; }
# shows NAME WORDS: they come to stand on the screen, soon.
shows() {
  local name=$1 words=$2 tries=0
  until screen "$name" | grep -qF -- "$words"; do
    sleep 0.1
    tries=$((tries + 1))
    [ $tries -lt "${ASCONA_TEST_TRIES:-600}" ] && terminal has-session -t "$name" || # a minute, for the machine may be busy
      { complain "$name: '$words' is not on the screen:"; screen "$name"; return 1; }
  done
}
press() { local name=$1; shift; terminal send-keys -t "$name" "$@"; }
close() { terminal kill-session -t "$1"; }
