/* Random commands from random clients, to a room and to a plain model of one in memory. After each step both agree on
   what was answered and on what stands; the room made again from its events, as text, is the same room. A run that
   fails is made as short as it can be and printed. */
#include "online_model.h"

#include <ascona/random.h>

enum {
  PEOPLE = 6,
  STEPS = 220,
  CHANGES = 490,
  STEPS_MAX = CHANGES + STEPS,
  LINES_MAX = 4 * STEPS_MAX,
  FAULT_MAX = 400
};

typedef struct step {
  uint8_t act;
  uint8_t who;
  uint16_t luck;
  uint32_t wait; /* milliseconds before it */
} step;

typedef enum act {
  A_JOIN,
  A_START,
  A_MOVE,
  A_WRONG_MOVE,
  A_ROLL,
  A_DRAW,
  A_BACK,
  A_ENGINE,
  A_REMATCH,
  A_WITHDRAW,
  A_ACCEPT,
  A_DECLINE,
  A_RESIGN,
  A_LEAVE,
  A_RETURN,
  A_TIME,
  A_PRIVATE,
  A_CHANGE,
  A_AGAIN,
  A_STALE,
  A_PLAYS, /* the engine whose turn it is */
  A_TICK,
  A_DOWN,
  ACTS
} act;

static const char *const NAMES[ACTS] = {"join",     "start",  "move",    "wrong move", "roll",    "offer draw",
                                        "ask back", "engine", "rematch", "withdraw",   "accept",  "decline",
                                        "resign",   "leave",  "return",  "give time",  "private", "change",
                                        "again",    "stale",  "plays",   "tick",       "down"};

static const char *const SPECS[] = {"delta:size=4,pawns=4", "kulami",      "neo-delta", "delfino:players=4",
                                    "delfino:players=3",    "circle-delta"};

static char people[PEOPLE][ASC_ID_TEXT_SIZE];
static online_rules_cache *rules_cache;
static int happened[ONLINE_EVENT_KINDS], ended[ONLINE_CAUSES]; /* in all runs: what never happens is not tested */
static int full, ended_full; /* refused because the game is full; ends of such games */

/* ---- a run ---- */

typedef struct run {
  uint64_t seed;
  model m;
  online_room *room;
  int line_count;
  char *lines[LINES_MAX];
  char fault[FAULT_MAX];
  int steps;
} run;

#define FAULT(r, ...) ((void)snprintf((r)->fault, FAULT_MAX, __VA_ARGS__))

static void lines_keep(run *r, const online_answer *answer) {
  for (int i = 0; i < answer->count; i++) {
    char text[ONLINE_EVENT_MAX];
    if (online_event_write(&answer->events[i], text, sizeof text) < 0) {
      FAULT(r, "event %d does not fit", answer->events[i].number);
      return;
    }
    assert_true(r->line_count < LINES_MAX);
    r->lines[r->line_count++] = strdup(text);
    online_kind kind = answer->events[i].kind;
    happened[kind]++;
    if (kind == ONLINE_EVENT_ENDED) ended[answer->events[i].cause]++;
    if (kind == ONLINE_EVENT_ENDED && r->m.others >= 500) ended_full++;
    if (kind != ONLINE_EVENT_MOVED && kind != ONLINE_EVENT_ROLLED) r->m.others++;
  }
}

/* Two rooms in words; what is the same in words is the same. */
static void room_words(const online_room *room, long long now, char *text, size_t size) {
  char position[ASC_POSITION_TEXT_MAX] = "-";
  if (room->play != NULL)
    (void)asc_position_write(room->rules, asc_play_position(room->play), position, sizeof position);
  int at = snprintf(text, size, "%d n%d s%d t%d%s run%d %s made%d plies%d offer%d/%d/%d/%d/%u next%s due%lld paused%d:",
                    room->state, room->number, room->settled, room->turn, room->rolling && room->turn ? "!" : "",
                    room->running, position, room->made, room->plies, room->offer, room->offer ? room->offer_number : 0,
                    room->offer ? room->offer_seat : 0, room->offer ? room->offer_about : 0,
                    room->offer ? room->yes : 0, room->next, (long long)online_room_due(room), room->paused);
  for (int i = 0; i < room->players; i++) {
    const online_player *seat = &room->seats[i];
    at += snprintf(text + at, size - (size_t)at, " [%s %d%s%s%s%s %lld lag%d]", seat->person, seat->level,
                   seat->returning ? " coming" : "", seat->away ? " away" : "", seat->left ? " gone" : "",
                   seat->moved ? " moved" : "", (long long)online_room_clock(room, i + 1, now), seat->lag);
  }
}

/* The model in the same words, as far as it knows them. */
static bool model_agrees(run *r) {
  model *m = &r->m;
  const online_room *room = r->room;
  static const char states[] = "ire";
  if (states[room->state] != m->state) return FAULT(r, "state %d, model %c", room->state, m->state), false;
  if (room->turn != model_turn(m)) return FAULT(r, "turn %d, model %d", room->turn, model_turn(m)), false;
  if (room->running != model_ticking(m))
    return FAULT(r, "clock of %d, model %d", room->running, model_ticking(m)), false;
  static const char offers[] = "\0dber";
  if (offers[room->offer] != m->offer) return FAULT(r, "offer %d, model %c", room->offer, m->offer), false;
  if ((room->next[0] != '\0') != m->has_next) return FAULT(r, "next '%s', model %d", room->next, m->has_next), false;
  if (room->is_private != m->closed) return FAULT(r, "private %d", room->is_private), false;
  if (online_room_due(room) != model_due(m))
    return FAULT(r, "due %lld, model %lld", (long long)online_room_due(room), model_due(m)), false;
  if (room->play != NULL &&
      memcmp(asc_play_position(room->play), asc_play_position(m->play), m->rules->position_size) != 0)
    return FAULT(r, "the positions differ"), false;
  if (m->state == 'r' && asc_play_ply_count(room->play) != asc_play_ply_count(m->play))
    return FAULT(r, "plies differ"), false;
  for (int i = 0; i < m->players; i++) {
    const online_player *seat = &room->seats[i];
    const model_seat *own = &m->seats[i];
    if (strcmp(seat->person, own->person < 0 ? "" : people[own->person]) != 0)
      return FAULT(r, "seat %d: who", i + 1), false;
    int level = own->level >= 0 ? own->level : own->stand_in;
    if (seat->level != level) return FAULT(r, "seat %d: level %d, model %d", i + 1, seat->level, level), false;
    if (m->state == 'r' && (seat->left != own->gone || seat->away != own->away || seat->returning != own->coming))
      return FAULT(r, "seat %d: gone, away or coming", i + 1), false;
    long long time = own->time;
    if (m->state == 'r' && m->kind != ONLINE_CLOCK_NONE && online_room_clock(room, i + 1, m->at) != time)
      return FAULT(r, "seat %d: clock %lld, model %lld", i + 1, (long long)online_room_clock(room, i + 1, m->at), time),
             false;
  }
  return true;
}

/* The same events give the same room. */
static bool room_replays(run *r) {
  online_room *again;
  assert_int_equal(online_room_open(&again, rules_cache), ASC_OK);
  for (int i = 0; i < r->line_count && r->fault[0] == '\0'; i++) {
    online_event event;
    online_settings settings;
    char text[ONLINE_EVENT_MAX];
    if (online_event_read(&event, &settings, r->lines[i], strlen(r->lines[i])) < 0)
      FAULT(r, "not read again: %.200s", r->lines[i]);
    else if (online_room_apply(again, &event) < 0)
      FAULT(r, "not applied again: %.200s", r->lines[i]);
    else if ((event.players = again->players, online_event_write(&event, text, sizeof text)) < 0 ||
             strcmp(text, r->lines[i]) != 0)
      FAULT(r, "written otherwise: %.150s / %.150s", r->lines[i], text);
  }
  char words[4096], others[4096];
  room_words(r->room, r->m.now, words, sizeof words);
  room_words(again, r->m.now, others, sizeof others);
  online_room_close(again);
  if (r->fault[0] == '\0' && strcmp(words, others) != 0)
    FAULT(r, "replayed otherwise:\n  %.180s\n  %.180s", words, others);
  return r->fault[0] == '\0';
}

static void settings_make(const model *m, online_settings *settings, uint32_t luck) {
  *settings = (online_settings){.players = m->rules->players,
                                .clock = (online_clock)(luck % 3),
                                .seconds = 60 + (int)luck % 50,
                                .increment = (int)luck % 4,
                                .days = 1 + (int)luck % 3,
                                .games = luck % 5 == 0 ? 3 : 1};
  assert_true(online_spec_write(m->rules, settings->spec));
  for (int i = 0; i < settings->players; i++) settings->seats[i].level = -1;
  int own = (int)(luck / 7) % settings->players;
  memcpy(settings->seats[own].person, people[0], ASC_ID_TEXT_SIZE);
  if (settings->players > 2) settings->seats[(own + 1) % settings->players].level = luck % 2 == 0 ? 2 : -1;
}

static online_moment moment_of(const run *r, const step *s) {
  return (online_moment){.now = r->m.now,
                         .random = r->seed ^ ((uint64_t)s->luck << 20),
                         .lag = s->luck % 400,
                         .here = (s->luck >> 3) & 15,
                         .away = (s->luck >> 7) & 15,
                         .fresh = people[PEOPLE - 1]};
}

static bool compare(run *r, const expected *e, const online_answer *answer, int who, const online_command *c, int lag) {
  if (e->result != answer->result)
    return FAULT(r, "answered %d (%s), model %d", answer->result, answer->reason.key ? answer->reason.key : "-",
                 e->result),
           false;
  if (answer->result == ONLINE_REJECTED && strcmp(answer->reason.key, "online.too-many-events") == 0) full++;
  if (answer->result == ONLINE_DONE) {
    if (e->ply != 0) model_ply(&r->m, e->ply, &answer->events[0], lag);
    if (answer->count > 0) r->m.acted = r->m.at;
    lines_keep(r, answer);
    if (c != NULL && answer->count > 0) {
      r->m.before = *c;
      r->m.before_who = who;
      r->m.has_before = true;
    }
  }
  return r->fault[0] == '\0' && model_agrees(r) && (++r->steps % 24 != 0 || room_replays(r));
}

static void token_pick(const model *m, uint16_t luck, char token[ASC_TOKEN_MAX]) {
  asc_move moves[ASC_MOVES_MAX];
  int count = m->state == 'r' ? asc_play_moves(m->play, moves) : 0;
  (void)snprintf(token, ASC_TOKEN_MAX, "a1");
  if (count > 0) asc_move_write(m->rules, asc_play_position(m->play), moves[luck % count], token);
}

static const online_action ACTIONS_OF[ACTS] = {[A_JOIN] = ONLINE_DO_JOIN,
                                               [A_START] = ONLINE_DO_START,
                                               [A_MOVE] = ONLINE_DO_MOVE,
                                               [A_WRONG_MOVE] = ONLINE_DO_MOVE,
                                               [A_ROLL] = ONLINE_DO_ROLL,
                                               [A_DRAW] = ONLINE_DO_OFFER,
                                               [A_BACK] = ONLINE_DO_OFFER,
                                               [A_ENGINE] = ONLINE_DO_OFFER,
                                               [A_REMATCH] = ONLINE_DO_OFFER,
                                               [A_WITHDRAW] = ONLINE_DO_WITHDRAW,
                                               [A_ACCEPT] = ONLINE_DO_ACCEPT,
                                               [A_DECLINE] = ONLINE_DO_DECLINE,
                                               [A_RESIGN] = ONLINE_DO_RESIGN,
                                               [A_LEAVE] = ONLINE_DO_LEAVE,
                                               [A_RETURN] = ONLINE_DO_RETURN,
                                               [A_TIME] = ONLINE_DO_GIVE_TIME,
                                               [A_PRIVATE] = ONLINE_DO_MAKE_PRIVATE,
                                               [A_CHANGE] = ONLINE_DO_CHANGE};

/* The engine, the clock and the server have their steps too. */
static bool step_without_person(run *r, const step *s, online_answer *answer) {
  online_moment moment = moment_of(r, s);
  model *m = &r->m;
  int level, turn = model_turn(m), seat = online_room_engine(r->room, &level);
  expected e = done();
  if (s->act == A_PLAYS) {
    bool due = turn != 0 && model_is_engine(&m->seats[turn - 1]);
    if ((seat != 0) != due) return FAULT(r, "engine at %d, model %d", seat, due ? turn : 0), false;
    if (!due) return true;
    char token[ASC_TOKEN_MAX];
    token_pick(m, s->luck, token);
    online_room_engine_do(r->room, seat, asc_play_turn(m->play) == ASC_CHANCE ? "" : token, &moment, answer);
    e.ply = seat;
    return compare(r, &e, answer, 0, NULL, 0);
  }
  if (s->act == A_TICK) {
    bool due = m->now >= model_due(m);
    if (due && (m->kind == ONLINE_CLOCK_NONE || model_ticking(m) == 0)) {
      model_spend(m);
      model_end(m, true);
    } else if (due) {
      model_flag(m);
    }
    online_room_tick(r->room, &moment, answer);
    return compare(r, &e, answer, 0, NULL, 0);
  }
  /* The server was down for the second half of the wait. */
  long long acted = m->acted, from = m->now - s->wait / 2;
  if (m->state == 'r' && m->kind != ONLINE_CLOCK_NONE && m->now > m->at) {
    long long now = m->now;
    m->now = from > m->at ? from : m->at;
    model_spend(m);
    m->now = m->at = m->turn_since = now;
  }
  online_room_pause(r->room, from, &moment, answer);
  bool good = compare(r, &e, answer, 0, NULL, 0);
  m->acted = acted;
  return good && model_agrees(r);
}

static bool step_do(run *r, const step *s, int index, online_answer *answer) {
  model *m = &r->m;
  m->now += s->wait;
  if (s->act >= A_PLAYS) return step_without_person(r, s, answer);
  online_moment moment = moment_of(r, s);
  online_settings settings;
  int who = s->who % (PEOPLE - 1);
  int turn = model_turn(m);
  if ((s->act == A_MOVE || s->act == A_ROLL) && s->luck % 8 != 0 && turn != 0 && m->seats[turn - 1].person >= 0)
    who = m->seats[turn - 1].person;
  if (s->act == A_ACCEPT && m->offer != 0 && s->luck % 8 != 0)
    for (int i = 0; i < m->players; i++)
      if (!m->yes[i] && model_asks(m, i + 1, moment.here)) who = m->seats[i].person;
  online_command c = {.action = ACTIONS_OF[s->act], .last = r->room->number, .level = s->luck % 5, .seat = 0};
  (void)snprintf(c.id, sizeof c.id, "c%d", index);
  if (s->act == A_MOVE) token_pick(m, s->luck, c.token);
  if (s->act == A_WRONG_MOVE) (void)snprintf(c.token, sizeof c.token, "zz9");
  if (s->act == A_DRAW) c.offer = ONLINE_OFFER_DRAW;
  if (s->act == A_BACK) c.offer = ONLINE_OFFER_TAKEBACK;
  if (s->act == A_REMATCH) c.offer = ONLINE_OFFER_REMATCH;
  if (s->act == A_ENGINE) c.offer = ONLINE_OFFER_ENGINE, c.seat = s->luck % 5;
  if (s->act == A_TIME) c.seat = s->luck % 5, c.seconds = 1 + s->luck % 60;
  if (s->act == A_CHANGE) settings_make(m, &settings, s->luck), c.settings = &settings;
  if (s->act == A_AGAIN) {
    if (!m->has_before) return true;
    online_room_do(r->room, people[m->before_who], &m->before, &moment, answer);
    expected e = {ONLINE_REPEATED, 0};
    return compare(r, &e, answer, 0, NULL, 0);
  }
  if (s->act == A_STALE) {
    c.action = ONLINE_DO_RESIGN;
    c.last = r->room->settled - 1;
    online_room_do(r->room, people[who], &c, &moment, answer);
    expected e = {model_seat_of(m, who) == 0 ? ONLINE_REJECTED : ONLINE_STALE, 0};
    return compare(r, &e, answer, 0, NULL, 0);
  }
  expected e = expect(m, who, &c, &moment);
  online_room_do(r->room, people[who], &c, &moment, answer);
  return compare(r, &e, answer, who, &c, moment.lag);
}

/* True when the run is good. */
static bool run_do(uint64_t seed, const step *steps, int count, char fault[FAULT_MAX]) {
  run r = {.seed = seed};
  static online_answer answer;
  r.m = (model){.state = 'i', .now = 1700000000000, .at = 1700000000000, .acted = 1700000000000, .games = 1};
  assert_int_equal(asc_rules_open(&r.m.rules, SPECS[seed % (sizeof SPECS / sizeof *SPECS)], NULL), ASC_OK);
  assert_int_equal(online_room_open(&r.room, rules_cache), ASC_OK);
  online_settings settings;
  settings_make(&r.m, &settings, (uint32_t)(seed / 6));
  model_settings(&r.m, &settings);
  online_moment moment = moment_of(&r, &(step){.luck = 5});
  online_room_create(r.room, people[0], "make", &settings, &moment, &answer);
  expected e = done();
  bool good = compare(&r, &e, &answer, 0, NULL, 0);
  for (int i = 0; good && i < count; i++)
    if (!(good = step_do(&r, &steps[i], i, &answer)))
      (void)snprintf(fault, FAULT_MAX, "step %d (%s): %.300s", i, NAMES[steps[i].act], r.fault);
  if (good) good = room_replays(&r);
  if (!good && fault[0] == '\0') (void)snprintf(fault, FAULT_MAX, "%s", r.fault);
  for (int i = 0; i < r.line_count; i++) free(r.lines[i]);
  online_room_close(r.room);
  asc_play_close(r.m.play);
  asc_rules_close(r.m.rules);
  return good;
}

static void steps_make(uint64_t seed, step *steps) {
  asc_random random;
  asc_random_seed(&random, seed);
  for (int i = 0; i < STEPS; i++) {
    uint32_t kind = asc_random_below(&random, 100);
    steps[i] = (step){.act = (uint8_t)asc_random_below(&random, ACTS),
                      .who = (uint8_t)asc_random_below(&random, PEOPLE),
                      .luck = (uint16_t)asc_random_below(&random, 65536),
                      .wait = asc_random_below(&random, 3000)};
    if (kind < 40) steps[i].act = A_MOVE;
    if (kind >= 40 && kind < 55) steps[i].act = A_ROLL;
    if (kind >= 55 && kind < 70) steps[i].act = A_PLAYS;
    if ((steps[i].act == A_RESIGN || steps[i].act == A_DRAW) && steps[i].luck % 4 != 0) steps[i].act = A_MOVE;
    if (asc_random_below(&random, 60) == 0) steps[i].wait *= asc_random_below(&random, 100000);
    bool offered = i > 0 && steps[i - 1].act >= A_DRAW && steps[i - 1].act <= A_REMATCH;
    if (offered && kind % 4 != 0) steps[i].act = kind % 8 == 1 ? A_WITHDRAW : A_ACCEPT;
    if (i < 8) steps[i].act = i < 5 ? A_JOIN : A_START;
    if (seed % 9 == 0 && i == 2) steps[i].act = A_CHANGE;
  }
}

/* Leaves steps out for as long as it still fails. */
static int steps_shrink(uint64_t seed, step *steps, int count, char fault[FAULT_MAX]) {
  for (int size = count / 2; size > 0; size /= 2)
    for (int at = 0; at + size <= count;) {
      step fewer[STEPS_MAX];
      char other[FAULT_MAX] = "";
      memcpy(fewer, steps, (size_t)at * sizeof *steps);
      memcpy(fewer + at, steps + at + size, (size_t)(count - at - size) * sizeof *steps);
      if (run_do(seed, fewer, count - size, other)) {
        at += size;
        continue;
      }
      count -= size;
      memcpy(steps, fewer, (size_t)count * sizeof *steps);
      memcpy(fault, other, FAULT_MAX);
    }
  return count;
}

/* Games that were changed so often before they start that few events are left. */
static int steps_make_full(uint64_t seed, step *steps) {
  for (int i = 0; i < CHANGES; i++) steps[i] = (step){.act = A_CHANGE, .luck = (uint16_t)i, .wait = 1};
  steps_make(seed, steps + CHANGES);
  return STEPS_MAX;
}

static int steps_make_usual(uint64_t seed, step *steps) {
  steps_make(seed, steps);
  return STEPS;
}

static void runs_do(uint64_t runs, int (*make)(uint64_t seed, step *steps)) {
  for (uint64_t seed = 0; seed < runs; seed++) {
    step steps[STEPS_MAX];
    char fault[FAULT_MAX] = "";
    int count = make(seed, steps);
    if (run_do(seed, steps, count, fault)) continue;
    count = steps_shrink(seed, steps, count, fault);
    print_error("run %llu of %s fails: %s\n", (unsigned long long)seed, SPECS[seed % (sizeof SPECS / sizeof *SPECS)],
                fault);
    for (int i = 0; i < count; i++)
      print_error("  %2d  after %u ms, person %d: %s (%u)\n", i, steps[i].wait, steps[i].who % (PEOPLE - 1),
                  NAMES[steps[i].act], steps[i].luck);
    fail();
  }
}

static void test_the_room_and_the_model_agree(void **state) {
  (void)state;
  const char *wanted = getenv("ASCONA_ROOM_RUNS");
  runs_do(wanted != NULL ? strtoull(wanted, NULL, 10) : 600, steps_make_usual);
  if (wanted != NULL)
    for (int i = 0; i < ONLINE_EVENT_KINDS; i++)
      print_message("%s %d\n", online_event_kind_word((online_kind)i), happened[i]);
  for (int i = 0; i < ONLINE_EVENT_KINDS; i++)
    if (happened[i] == 0) fail_msg("no run had '%s'", online_event_kind_word((online_kind)i));
  for (int i = 0; i < ONLINE_CAUSE_AWAY; i++)
    if (ended[i] == 0 && i != ONLINE_CAUSE_LIMIT && i != ONLINE_CAUSE_REPETITION)
      fail_msg("no game ended by '%s'", online_cause_word((online_cause)i));
}

static void test_a_full_game_is_played_to_its_end(void **state) {
  (void)state;
  runs_do(60, steps_make_full);
  assert_true(full > 0);
  assert_true(ended_full > 0);
}

int main(void) {
  for (int i = 0; i < PEOPLE; i++) {
    uint8_t bytes[10] = {(uint8_t)(i + 1)};
    asc_secret_encode(bytes, ASC_ID_BITS, people[i]);
  }
  if (online_rules_cache_open(&rules_cache) < 0) return 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_room_and_the_model_agree),
                                     cmocka_unit_test(test_a_full_game_is_played_to_its_end)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (online_rules_cache_count(rules_cache) != 0) failed++;
  online_rules_cache_close(rules_cache);
  return failed;
}
