/* The conformance suite: the promises of every game, checked by random play over all registered games.

   A game that passes can be searched, saved, drawn and explained by all other code. The suite knows no particular game:
   the list comes from tests/support/specs.h. A check inspects one position of a random game, the walk. It reports
   errors with the spec, the ply and the position string. tests/conformance/mutants.c shows that each check finds a game
   that breaks it. */
#ifndef ASC_TESTS_CONFORMANCE_H
#define ASC_TESTS_CONFORMANCE_H

#include <ascona/game.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { GUARD = 8 }; /* entries behind a list of moves that must not be written to */

/* A random game in progress. */
typedef struct walk {
  asc_rules *rules;
  asc_random random;
  asc_position position;
  asc_move moves[ASC_MOVES_MAX + GUARD]; /* legal moves of the position */
  int count;
  int ply;
  bool moved; /* the last event was the move `last`, played in `before` */
  asc_position before;
  asc_move last;
  unsigned resigned; /* the players who resigned, as bits; bit 1 is player 1 */
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
/* Runs a function that should fail. Returns whether it did, and its report in `message`. */
bool fails(void (*run)(void *data), void *data, char *message, size_t size);

/* Fills in the legal moves of the walk's position and returns their number. Checks that the game writes no more than it
   may. */
int walk_list_moves(walk *w);

/* Returns a random number from 0 to bound - 1, all equally likely. */
static inline int walk_choose(walk *w, int bound) { return (int)asc_random_below(&w->random, (uint32_t)bound); }

/* Returns a random player who has not resigned. */
int walk_player(walk *w);
/* A player resigns. Returns whether that ends the game. */
bool walk_resign(walk *w, int player, asc_outcome *outcome);

/* Returns the specs to test, one by one; NULL after the last. */
const char *spec_at(int index);
/* Returns the number of plies per spec. A test may play only a part of them. */
int plies_per_spec(void);

/* Plays whole random games for at least `plies` plies. Checks one in `one_in` positions, and the last of every game. In
   most games of three or more players some resign, which makes the games shorter. */
void walk_games(const char *spec, int plies, int one_in, walk_check check);
/* The same with rules that are already open. */
void walk_rules(asc_rules *rules, int plies, int one_in, walk_check check);
/* The same for all specs, with their number of plies. */
void walk_all_specs(int one_in, walk_check check);

/* Checks that every catalogue of the game, or the common one, has a sentence for the message. */
void check_message(const walk *w, const asc_message *message, const char *what);
void check_moves(walk *w); /* rules.c */
void check_play_is_pure(walk *w);
void check_symmetries(walk *w);
void check_resign(walk *w);
void check_move_text(walk *w); /* text.c */
void check_position_text(walk *w);
void check_steps(walk *w); /* view.c */
void check_view(walk *w);
void check_changed_positions(walk *w); /* accepts.c */
void check_why(walk *w);               /* why.c */
/* These checks remember the positions seen; call the reset function before other rules. */
void hashes_reset(void);
void check_hash(walk *w);
void keys_reset(void);
void check_repetition_key(walk *w);

/* The tests, by file. */
void test_texts(void **state); /* text.c */
void test_specs_open_again(void **state);
void test_move_text(void **state);
void test_position_text(void **state);
void test_moves(void **state); /* rules.c */
void test_play_is_pure(void **state);
void test_symmetries(void **state);
void test_resign(void **state);
void test_hash(void **state);
void test_repetition_keys(void **state);
void test_changed_positions(void **state); /* accepts.c */
void test_steps(void **state);             /* view.c */
void test_view(void **state);
void test_why(void **state);           /* why.c */
void test_undo_and_redo(void **state); /* play.c */
void test_records(void **state);

#endif
