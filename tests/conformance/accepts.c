/* A position that `check` accepts must be good enough for everything else. The test changes a byte or two of a position
   of the walk. `check` must reject the result, or it can be written, read and played on. */
#include "conformance.h"

#include <string.h>

enum { TRIES = 8, CHANGES = 2, PLIES = 40 };

static void change_bytes(walk *w) {
  unsigned char *bytes = (unsigned char *)&w->position;
  for (int i = 1 + walk_choose(w, CHANGES); i > 0; i--) {
    int at = walk_choose(w, (int)w->rules->position_size);
    bytes[at] =
        (unsigned char)(walk_choose(w, 2) == 0 ? bytes[at] ^ 1U << walk_choose(w, 8) : (unsigned)walk_choose(w, 8));
  }
}

/* Continues at random and checks the moves. */
static void check_random_play(walk *w) {
  for (int ply = 0; ply < PLIES && w->count > 0; ply++) {
    asc_position_play(w->rules, &w->position, w->moves[walk_choose(w, w->count)]);
    w->count = walk_list_moves(w);
    check_moves(w);
  }
}

void check_changed_positions(walk *w) {
  if (w->resigned != 0) return; /* the position does not say who resigned */
  for (int i = 0; i < TRIES; i++) {
    walk changed = *w;
    change_bytes(&changed);
    w->random = changed.random; /* so that the next changes are different */
    if (asc_position_check(changed.rules, &changed.position, NULL) < 0) continue;
    changed.moved = false;
    check_position_text(&changed);
    changed.count = walk_list_moves(&changed);
    for (int player = 1; player <= changed.rules->players; player++)
      if (changed.rules->game->has_resigned != NULL &&
          changed.rules->game->has_resigned(changed.rules, &changed.position, player))
        changed.resigned |= 1U << player;
    check_moves(&changed);
    check_random_play(&changed);
  }
}

void test_changed_positions(void **state) { (void)state, walk_all_specs(20, check_changed_positions); }
