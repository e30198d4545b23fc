/* What `check` accepts must be good enough for everything else: a position of the walk with a byte or two changed is
   refused, or it is a position like any other, which can be written, read, drawn by its moves and played to an end. */
#include "conformance.h"

#include <string.h>

enum { TRIES = 8, CHANGES = 2, PLIES = 40 };

static void change(walk *w) {
  unsigned char *bytes = (unsigned char *)&w->position;
  for (int i = 1 + walk_choose(w, CHANGES); i > 0; i--) {
    int at = walk_choose(w, (int)w->rules->position_size);
    bytes[at] =
        (unsigned char)(walk_choose(w, 2) == 0 ? bytes[at] ^ 1U << walk_choose(w, 8) : (unsigned)walk_choose(w, 8));
  }
}

/* Plays on at random. */
static void check_goes_on(walk *w) {
  for (int ply = 0; ply < PLIES && w->count > 0; ply++) {
    asc_position_play(w->rules, &w->position, w->moves[walk_choose(w, w->count)]);
    w->count = walk_list(w);
    check_moves(w);
  }
}

void check_other_positions(walk *w) {
  if (w->left != 0) return; /* who has left is the walk's to know */
  for (int i = 0; i < TRIES; i++) {
    walk other = *w;
    change(&other);
    w->random = other.random; /* other changes the next time */
    if (asc_position_check(other.rules, &other.position, NULL) < 0) continue;
    other.moved = false;
    check_position_text(&other);
    other.count = walk_list(&other);
    for (int player = 1; player <= other.rules->players; player++)
      if (other.rules->game->has_left != NULL && other.rules->game->has_left(other.rules, &other.position, player))
        other.left |= 1U << player;
    check_moves(&other);
    check_goes_on(&other);
  }
}

void test_other_positions(void **state) { (void)state, walk_all_specs(20, check_other_positions); }
