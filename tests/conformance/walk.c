/* Random games, and reports of failures. */
#include "conformance.h"

#include <stdio.h>
#include <string.h>

/* In games in which players resign, one does so once in this many plies. */
enum { RESIGN_ONE_IN = 40 };

static jmp_buf *caught; /* where an expected failure jumps to; NULL: none is expected */
static char caught_text[1024];

static void fail_with(const char *text) {
  if (caught == NULL) fail_msg("%s", text);
  (void)snprintf(caught_text, sizeof caught_text, "%s", text);
  longjmp(*caught, 1);
}

void report(const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(text, sizeof text, format, args);
  va_end(args);
  fail_with(text);
}

bool fails(void (*run)(void *data), void *data, char *message, size_t size) {
  jmp_buf jump;
  caught_text[0] = '\0';
  caught = &jump;
  bool failed = setjmp(jump) != 0;
  if (!failed) run(data);
  caught = NULL;
  (void)snprintf(message, size, "%s", caught_text);
  return failed;
}

void walk_fail(const walk *w, const char *condition, const char *format, ...) {
  char text[ASC_POSITION_TEXT_MAX] = "?", problem[512];
  asc_position_write(w->rules, &w->position, text, sizeof text);
  va_list args;
  va_start(args, format);
  (void)vsnprintf(problem, sizeof problem, format, args);
  va_end(args);
  report("%s, ply %d, %s: %s (%s)", w->rules->spec, w->ply, text, problem, condition);
}

int walk_list_moves(walk *w) {
  const asc_move sentinel = 0xfeedbeef;
  asc_move *guard = w->moves + w->rules->moves_max;
  for (int i = 0; i < GUARD; i++) guard[i] = sentinel;
  int count = asc_position_moves(w->rules, &w->position, w->moves);
  for (int i = 0; i < GUARD; i++)
    require(guard[i] == sentinel, w, "the list was written beyond the stated %d moves", w->rules->moves_max);
  return count;
}

int walk_player(walk *w) {
  int player;
  do player = 1 + walk_choose(w, w->rules->players);
  while (w->resigned >> player & 1);
  return player;
}

bool walk_resign(walk *w, int player, asc_outcome *outcome) {
  w->resigned |= 1U << player;
  w->moved = false;
  return asc_position_resign(w->rules, &w->position, player, outcome);
}

static void walk_ply(walk *w) {
  require(w->ply < w->rules->plies_max, w, "the game is longer than the stated %d", w->rules->plies_max);
  w->before = w->position;
  w->last = w->moves[walk_choose(w, w->count)];
  w->moved = true;
  asc_position_play(w->rules, &w->position, w->last);
  w->ply++;
}

static void walk_game(walk *w, int one_in, walk_check check) {
  bool some_resign = w->rules->players > 2 && walk_choose(w, 4) > 0;
  asc_position_start(w->rules, &w->position);
  w->ply = 0;
  w->moved = false;
  w->resigned = 0;
  for (;;) {
    w->count = walk_list_moves(w);
    bool last = w->count == 0 || (w->rules->ply_limit > 0 && w->ply == w->rules->ply_limit);
    if (last || walk_choose(w, one_in) == 0) check(w);
    if (last) return;
    asc_outcome outcome;
    if (!some_resign || walk_choose(w, RESIGN_ONE_IN) > 0)
      walk_ply(w);
    else if (walk_resign(w, walk_player(w), &outcome))
      return;
  }
}

void walk_rules(asc_rules *rules, int plies, int one_in, walk_check check) {
  static walk w;
  memset(&w, 0, sizeof w);
  w.rules = rules;
  asc_random_seed(&w.random, 7);
  for (; plies > 0; plies -= w.ply + 1) walk_game(&w, one_in, check);
}

void walk_games(const char *spec, int plies, int one_in, walk_check check) {
  asc_rules *rules;
  asc_error error;
  if (asc_rules_open(&rules, spec, &error) < 0) report("%s: %s", spec, error.reason);
  walk_rules(rules, plies, one_in, check);
  asc_rules_close(rules);
}

void walk_all_specs(int one_in, walk_check check) {
  for (int i = 0; spec_at(i) != NULL; i++) walk_games(spec_at(i), plies_per_spec(), one_in, check);
}
