#!/usr/bin/env bash
# Checks that docs/api.yaml lists exactly the operations, events, offers and causes of the code. Every reason that the
# server gives must be a sentence in all languages.
# usage: api.sh SOURCE BUILD
set -euo pipefail
cd "$1"
failed=0
complain() { echo "$*"; failed=1; }
same() { diff <(sort -u <<<"$2") <(sort -u <<<"$3") >/dev/null || complain "$1: $(diff <(sort -u <<<"$2") <(sort -u <<<"$3"))"; }

# Turns name, where and post of each row of the table of operations in src/live into method and path.
operations=$(sed -n 's/^ *{"\([a-z-]*\)", "\([a-z]*\)", \(true\|false\),.*/-\1 -\2 \3/p' src/live/*.c |
  while read -r name where post; do
    name=${name#-}
    case ${where#-} in
      socket) continue ;;
      persons) path=/api/persons/{person} ;;
      games) path=/api/games/{game} ;;
      me) path=/api/me ;;
      *) path=/api/games name= ;;
    esac
    echo "$([ "$post" = true ] && echo post || echo get) $path${name:+/$name}"
  done)
described=$(awk '/^  \/api/ { path = $1; sub(/:$/, "", path) } /^    (get|post):/ && path != "/api/socket" && path != "/api/probe" { sub(/:/, "", $1); print $1, path }' docs/api.yaml)
same "operations" "$operations" "$described"

words() { tr '\n' ' ' <src/online/event_json.c | sed "s/.*\*const $1\[[A-Z_]*\] = {\([^}]*\)}.*/\1/" | grep -oE '"[a-z-]+"' | tr -d '"'; }
listed() { sed -n "s/.* $1: {.*enum: \[\([^]]*\)\].*/\1/p" docs/api.yaml | head -1 | tr -d ' ' | tr ',' '\n'; }
same "kinds of events" "$(words KINDS)" "$(listed type)"
same "causes" "$(words CAUSE_WORDS)" "$(listed Cause)"
same "offers" "$(words OFFER_WORDS | grep -v none)" "$(listed Offer)"

keys() { sed -n 's/^\(online\.[a-z-]*\) = .*/\1/p' "src/online/messages.$1.txt"; }
for language in de fr ru; do same "messages in $language" "$(keys en)" "$(keys "$language")"; done
used=$(grep -rhoE '"online\.[a-z-]+"' src/online src/live src/server | tr -d '"')
same "reasons" "$used" "$(keys en)"
exit $failed
