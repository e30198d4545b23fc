#!/usr/bin/env bash
# The commands of docs/hosting.md, one after another as they stand there, in a bare Debian 12 that systemd has booted: from
# nothing to a club that plays. Needs root, debootstrap, systemd-nspawn and a network for the packages; the machine itself
# has a network of its own, so that its ports are nobody else's. What installs is therefore done before it is booted.
# Left out: podman, which would be a container in a container, and certificates of others, in whose place one is made.
# usage: rehearse.sh SOURCE FOLDER   the folder keeps the bare machine, and what was installed in one, for the next time;
#   what a rehearsal changes is forgotten
set -euo pipefail
source=$(realpath "$1") folder=$(realpath -m "$2")
page=$source/docs/hosting.md
machine=$folder/machine
read -ra more <<<"${ASCONA_NSPAWN:-}" # options, where the network wants a certificate of its own
nspawn=(systemd-nspawn -q --register=no --keep-unit)
mkdir -p "$folder"
begun=$SECONDS
say() { echo "== $* ($((SECONDS - begun)) s)"; }

# The lines that are commands, without what they say about themselves.
commands() { sed -n 's/^    //p' "$page" | sed 's/ *# long.*//' | grep -v '^DATABASE='; }

source_copy() {
  mkdir -p "$machine/root/ascona"
  git -C "$source" archive HEAD | tar -x -C "$machine/root/ascona"
}

if [ ! -e "$folder/bare/etc/debian_version" ]; then
  say "a bare Debian 12"
  debootstrap bookworm "$folder/bare" >"$folder/debootstrap.log"
fi
if [ ! -e "$machine/installed" ]; then
  rm -rf "$machine"
  cp -a "$folder/bare" "$machine"
  source_copy
  say "what installs"
  "${nspawn[@]}" "${more[@]}" -D "$machine" --pipe --as-pid2 bash -euxc "export DEBIAN_FRONTEND=noninteractive; cd /root/ascona
$(commands | grep -E '^(apt-get|\./dev) ')" >"$folder/install.log" 2>&1 </dev/null || { tail -5 "$folder/install.log"; exit 1; }
  touch "$machine/installed"
fi
source_copy
say "it is booted"
"${nspawn[@]}" -D "$machine" --volatile=overlay --private-network -M "ascona-rehearsal-$$" -b --console=pipe >"$folder/boot.log" 2>&1 </dev/null &
booted=$!
init=
finish() {
  if [ -n "$init" ]; then kill -s RTMIN+4 "$init"; else kill "$booted"; fi 2>/dev/null || true # it switches itself off
  wait "$booted" || true
}
trap finish EXIT
for _ in $(seq 300); do
  kill -0 "$booted" || { cat "$folder/boot.log"; exit 1; }
  init=$(ps -o pid= --ppid "$booted" | tr -d ' ') || true
  [ -z "$init" ] || [ "$(cat "/proc/$init/comm" 2>/dev/null)" != systemd ] || break
  sleep 0.1
done
inside() { env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb nsenter -t "$init" -m -u -i -n -p -C -- "$@"; }
for _ in $(seq 300); do
  case $(inside systemctl is-system-running 2>/dev/null) in running | degraded) break ;; esac # nginx and Caddy are both there
  sleep 0.2
done
inside ip link set lo up 2>/dev/null || true

# What a person would look at between the commands, and the commands.
{
  cat "$source/tests/hosting/inside.sh"
  commands | grep -vE '^(apt-get|\./dev|podman|ascona serve) |^caddy' | while IFS= read -r command; do printf 'run %q\n' "$command"; done
  echo finished
} | inside tee /root/rehearsal.sh >/dev/null
status=0
inside bash -c 'cd /root/ascona && bash /root/rehearsal.sh' || status=$?
say "rehearsed: status $status"
exit $status
