#include "think.h"

#include "core/text.h"
#include "draw/scene.h"
#include "tables.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void interrupt_note(int number) {
  (void)number;
  interrupted = 1;
}

int64_t think_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

bool think_interrupted(void) { return interrupted != 0; }

static bool search_should_stop(void *data) {
  const think_watch *watch = data;
  if (pthread_equal(pthread_self(), watch->thread)) watch->look(watch->data);
  return think_interrupted();
}

/* "2", "0.5", ".25": at least a microsecond, at most `most` seconds. */
static bool seconds_read(const char *text, int64_t most, int64_t *microseconds) {
  int64_t value = 0, unit = 1000000;
  bool digits = false;
  for (; *text >= '0' && *text <= '9' && value <= most; text++, digits = true) value = 10 * value + (*text - '0');
  if (value > most) return false;
  value *= unit;
  if (*text == '.')
    for (text++; *text >= '0' && *text <= '9'; text++, digits = true) value += (unit /= 10) * (*text - '0');
  *microseconds = value;
  return digits && *text == '\0' && value > 0 && value <= most * 1000000;
}

/* A table larger than the machine's memory would end the program, not be refused by the system. */
static long long hash_most(void) {
  long long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? pages * page / 2 >> 20 : INT32_MAX;
}

int think_limits_check(const char *command, think_limits *limits) {
  enum { SECONDS_MAX = 10000000 };
  if (limits->hash > hash_most())
    return cli_fail(ASC_E_INPUT, command, "--hash takes at most half of the machine's memory, %lld MiB", hash_most());
  if (limits->time == NULL || seconds_read(limits->time, SECONDS_MAX, &limits->microseconds)) return CLI_OK;
  return cli_fail(ASC_E_INPUT, command, "--time takes seconds, more than 0 and at most %d, not '%s'", SECONDS_MAX,
                  limits->time);
}

void think_interruptible(void) {
  struct sigaction action = {.sa_handler = interrupt_note, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  if (!think_interrupted()) sigaction(SIGINT, &action, NULL);
}

int think_open(const char *command, asc_search **search, const asc_rules *rules, const think_limits *limits,
               think_watch *watch) {
  think_interruptible();
  asc_search_options options = {.hash = (size_t)limits->hash << 20,
                                .threads = (int)limits->threads,
                                .host = {.stop = search_should_stop, .data = watch}};
  watch->thread = pthread_self();
  int status = cli_tables_open(&watch->tables, command, limits->tables, rules, limits->any_game);
  if (status != CLI_OK) return status;
  int code = asc_search_open(search, rules, &options);
  if (code < 0) {
    asc_tables_close(watch->tables);
    return cli_fail(code, command, "%s", asc_strerror(code));
  }
  if (watch->tables == NULL && limits->from_scratch) return CLI_OK;
  asc_oracle oracle = watch->tables == NULL ? asc_book(rules) : asc_tables_oracle(watch->tables);
  asc_search_consult(*search, &oracle);
  return CLI_OK;
}

void think_close(asc_search *search, think_watch *watch) {
  asc_search_close(search);
  asc_tables_close(watch->tables);
}

asc_task think_task(const asc_play *play, const think_limits *limits) {
  const asc_rules *rules = asc_play_rules(play);
  asc_task task = {.position = asc_play_position(play),
                   .depth = (int)limits->depth,
                   .nodes = (uint64_t)limits->nodes,
                   .hard = limits->microseconds};
  task.key_count = asc_play_keys(play, &task.keys);
  if (rules->ply_limit > 0) task.plies_left = rules->ply_limit - asc_play_plies(play);
  return task;
}

int think_seats_read(think_seats *seats, const asc_rules *rules, const void *position) {
  *seats = (think_seats){0};
  asc_view *view = calloc(1, sizeof *view);
  if (view == NULL) return ASC_E_MEMORY;
  asc_position_view(rules, position, NULL, 0, view);
  for (int i = 0; i < view->seat_count && i < ASC_PLAYERS_MAX; i++) {
    char sentence[ASC_SENTENCE_MAX];
    (void)snprintf(seats->names[i], sizeof seats->names[i], "%.63s",
                   scene_sentence(rules, &view->seats[i].name, sentence));
  }
  int turn = asc_position_turn(rules, position);
  seats->rolling = view->roller != 0;
  seats->player = seats->rolling ? view->roller : turn >= 1 ? turn : 1;
  free(view);
  return ASC_OK;
}

void think_result_write(const asc_rules *rules, const think_seats *seats, const asc_outcome *outcome, char *text,
                        size_t size) {
  int winner = 0, firsts = 0;
  for (int i = 0; i < rules->players; i++) {
    if (outcome->place[i] != 1) continue;
    winner = i;
    firsts++;
  }
  if (firsts != 1) winner = 0;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, firsts == 1 ? "%s won" : "a draw,", seats->names[winner]);
  for (int i = 0; i < rules->players; i++) { /* the winner's points come first, then the others' by their seats */
    int seat = i == 0 ? winner : i <= winner ? i - 1 : i;
    char points[16];
    asc_points_write(outcome->points[seat], points);
    asc_writer_format(&writer, i > 0 ? " to %s" : " %s", points);
  }
}

int32_t think_outcome_score(const asc_rules *rules, const asc_outcome *outcome, int player) {
  int own = player - 1, firsts = outcome->place[own] == 1;
  int32_t rival = INT32_MIN;
  for (int i = 0; i < rules->players; i++) {
    if (i == own) continue;
    firsts += outcome->place[i] == 1;
    if (outcome->points[i] > rival) rival = outcome->points[i];
  }
  if (rules->game->score == ASC_SCORE_MARGIN) return 50 * (outcome->points[own] - rival);
  return outcome->place[own] == 1 ? 2 * ASC_SCORE_WIN / firsts : 0;
}
