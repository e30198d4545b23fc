#!/usr/bin/env bash
# Tests the simulator: puts known faults back into a copy of the source, one by one. It must find each of them.
# usage: mutants.sh SOURCE FOLDER [SECONDS per fault, default 600] [NAME…]
#
# SECONDS are processor time. The faults are those of the server before it had one loop, as far as they lie in the game
# thread; faults of the network thread have tests of their own (serve_pipeline, serve_proxy, serve_strict).
set -euo pipefail
source=$1 folder=$2 seconds=${3:-600}
shift $(($# < 3 ? $# : 3))
wanted=" $* " missed=()

mkdir -p "$folder"
rm -rf "$folder/source"
mkdir "$folder/source"
cp -r "$source"/{CMakeLists.txt,cmake,docs,include,src,tests,tools,completion} "$folder/source"
cmake -S "$folder/source" -B "$folder/build" -G Ninja --log-level=WARNING -DASCONA_TESTS=ON >/dev/null

ninja -C "$folder/build" simulate >"$folder/build.log" 2>&1 || { cat "$folder/build.log" >&2; exit 3; }
cp "$folder/build/tests/simulate" "$folder/sound"

# mutant NAME FILE PERL: changes FILE by a Perl substitution, which must match, builds the simulator and runs it. The seed
# that fails must pass without the fault, else something else was found.
mutant() {
  local file=$folder/source/$2 start took status=0 seed
  [ "$wanted" = "  " ] || [[ $wanted == *" $1 "* ]] || return 0
  perl -0pi -e "$3 or die \"$1: $2 has changed\n\"" "$file"
  ninja -C "$folder/build" simulate >"$folder/$1.log" 2>&1 || { cat "$folder/$1.log" >&2; exit 3; }
  start=$SECONDS
  "$folder/build/tests/simulate" --until "$seconds" 1 >"$folder/$1.log" 2>&1 || status=$?
  took=$((SECONDS - start))
  cp "$source/$2" "$file"
  seed=$(sed -n '$s/.*(seed \([0-9]*\),.*/\1/p' "$folder/$1.log")
  if [ $status -eq 0 ]; then
    missed+=("$1")
    printf '%-14s not found in %d s\n' "$1" "$took"
  elif [ -n "$seed" ] && ! "$folder/sound" "$seed" >"$folder/$1.sound.log" 2>&1; then
    missed+=("$1")
    printf '%-14s seed %s fails without the fault, too: %s\n' "$1" "$seed" "$(tail -n 1 "$folder/$1.sound.log")"
  else
    printf '%-14s found in %d s: %s\n' "$1" "$took" "$(tail -n 1 "$folder/$1.log")"
  fi
}

# A conflict with another process is not tried again: players who join at once get 503.
mutant join src/live/request.c 's/inside->tries\+\+ >= LIVE_TRIES_MAX/true/'
# The row of an order is deleted by itself, before the order is carried out.
mutant order src/live/upkeep.c 's/(\n  live_queue_add\(loop, request\);\n\})/\n  order_drop(loop, order->number);$1/'
# An order that is in conflict with another process is forgotten.
mutant order-lost src/live/commands.c 's/store_job_order_done\(change->job, (request->inside->order)\);/{ live_change *own = live_change_add(change->room->loop, NULL, NULL); if (own != NULL) store_job_order_done(own->job, $1); }/'
# The key of a seat is not spent if an allocation fails.
mutant key src/live/commands.c 's/(    store_job_claim)/    void *memory = malloc(64);\n    free(memory);\n    if (memory != NULL) $1/'
# A request that must read something is never taken.
mutant cold src/live/loop.c 's/share_take\(loop, at->address, 1\)/false/ and s/share_take\(loop, at->address, LIVE_COLD_SHARE\)/false/'
# A game takes any number of events that are not moves.
mutant events src/online/room.h 's/ONLINE_OTHERS_MAX = 500/ONLINE_OTHERS_MAX = 50000/'
# Retention deletes at once what is due by a wrong clock.
mutant retention src/store/job.h 's/STORE_MARKED_TIME = 86400000/STORE_MARKED_TIME = 0/'
# The time of a stalled process is taken from the player to move.
mutant stall src/live/gaps.c 's/(void live_stall_check\(live_loop \*loop, int64_t from\) \{)/$1\n  if (from > 0) return;/'
# A new database has no heartbeat before its first interval is over.
mutant heartbeat src/live/upkeep.c 's/    store_job_heartbeat\(job, now\);\n    if/    if/'
# A flag falls although a move arrived before it.
mutant flag src/live/loop.c 's/return waiting < start \? waiting : start;/return live_now(loop) + 0 * (waiting + start);/'
# A commit that failed is taken for one that was durable.
mutant durable src/live/loop.c 's/if \(!is_durable\) live_store_down\(loop, error.reason\);\n  return is_durable;/return true;/'
# Another process does not hear that a device was signed out.
mutant sign-out src/live/peers.c 's/strcmp\(word, "out"\) == 0/strcmp(word, "none") == 0/'
# Memory that is short while a game is read makes the game damaged.
mutant memory src/online/event_json.c 's/: ASC_E_MEMORY;/: ASC_E_INPUT;/'

[ ${#missed[@]} -eq 0 ] || { echo "mutants: not found: ${missed[*]}" >&2; exit 1; }
