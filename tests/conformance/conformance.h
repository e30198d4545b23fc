/* The conformance suite: what every game must keep, checked by random play over every registered game.

   A game that passes can be searched, saved, drawn and explained by everything else. The suite knows no game: the list
   comes from tests/specs.h. A check looks at one position of a random game, the walk; what it finds wrong is reported
   with the spec, the ply and the position string. tests/mutants shows that each check finds a game that breaks it. */
#ifndef ASC_TESTS_CONFORMANCE_H
#define ASC_TESTS_CONFORMANCE_H

#include <ascona/game.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { GUARD = 8 }; /* entries behind a list of moves that nobody may touch */

/* A random game as far as it has come. */
typedef struct walk {
  asc_rules *rules;
  asc_random random;
  asc_position position;
  asc_move moves[ASC_MOVES_MAX + GUARD]; /* of the position */
  int count;
  int ply;
  bool moved; /* the last thing that happened was `last`, played in `before` */
  asc_position before;
  asc_move last;
  unsigned left; /* the players who gave up, as bits; bit 1 is player 1 */
} walk;

typedef void (*walk_check)(walk *w);

/* Fails the test with the walk's position and a sentence. */
#define require(condition, walk_, ...)                           \
  do {                                                           \
    if (!(condition)) walk_fail(walk_, #condition, __VA_ARGS__); \
  } while (0)

void walk_fail(const walk *w, const char *condition, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same without a walk. */
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Runs something that should fail: true when it did, with what was said. */
bool fails(void (*run)(void *data), void *data, char *said, size_t size);

/* The legal moves of the walk's position, and no more written than a game may write. */
int walk_list(walk *w);

/* An even choice among 0 … bound - 1. */
static inline int walk_choose(walk *w, int bound) { return (int)asc_random_below(&w->random, (uint32_t)bound); }

/* A player who is still there. */
int walk_player(walk *w);
/* A player leaves. True when that ends the game. */
bool walk_leave(walk *w, int player, asc_outcome *outcome);

/* Runs over the specs asked for. NULL: that was the last. */
const char *spec_at(int index);
/* The plies a spec gets, of which a test may take a share. */
int plies_wanted(void);

/* Plays whole random games for at least so many plies and checks one in `one_in` positions, and every last one. In
   most games of three and more players some leave on the way, and make them shorter. */
void walk_games(const char *spec, int plies, int one_in, walk_check check);
/* The same under these rules. */
void walk_rules(asc_rules *rules, int plies, int one_in, walk_check check);
/* The same for all specs with the plies they get. */
void walk_all_specs(int one_in, walk_check check);

/* Every catalogue of the game, or the common one, has a sentence for the message. */
void check_message(const walk *w, const asc_message *message, const char *what);
void check_moves(walk *w); /* rules.c */
void check_play_is_pure(walk *w);
void check_symmetries(walk *w);
void check_give_up(walk *w);
void check_move_text(walk *w); /* text.c */
void check_position_text(walk *w);
void check_steps(walk *w); /* view.c */
void check_view(walk *w);
void check_other_positions(walk *w); /* accepts.c */
void check_why(walk *w);             /* why.c */
/* These remember what they have met, and begin anew under other rules. */
void hashes_begin(void);
void check_hash(walk *w);
void keys_begin(void);
void check_key(walk *w);

/* The tests, by the file they are in. */
void test_texts(void **state); /* text.c */
void test_specs_open_again(void **state);
void test_move_text(void **state);
void test_position_text(void **state);
void test_moves(void **state); /* rules.c */
void test_play_is_pure(void **state);
void test_symmetries(void **state);
void test_give_up(void **state);
void test_hash(void **state);
void test_keys(void **state);
void test_other_positions(void **state); /* accepts.c */
void test_steps(void **state);           /* view.c */
void test_view(void **state);
void test_why(void **state);         /* why.c */
void test_taking_back(void **state); /* play.c */
void test_records(void **state);

#endif
