#include "past.h"

#include "alike.h"
#include "play/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN = 0, DRAWN = -1 }; /* of a game; else who won */

typedef struct past_game {
  int text, number; /* which text it came with, and which game of that, from 0 */
  int players, seat, result;
  char *names[ASC_PLAYERS_MAX], *date; /* NULL: not told */
} past_game;

/* A game was at a position, and went on. */
typedef struct past_moment {
  uint64_t here, next; /* hashes; 0: it went no further */
  int game, ply;       /* with who left, which is a ply of its record */
  int earlier;         /* the moment before it that is at the same position, or NONE */
} past_moment;

enum { NONE = -1 };

struct asc_past {
  char *text; /* being read */
  asc_reader *reader;
  char *name;
  int texts, number, wrong;
  past_game *games;
  int game_count, game_room;
  past_moment *moments;
  int moment_count, moment_room;
  int *latest; /* the last moment at each position, in an open table by its hash, or NONE */
  int latest_room, positions;
};

int asc_past_open(asc_past **past) {
  *past = calloc(1, sizeof **past);
  return *past == NULL ? ASC_E_MEMORY : ASC_OK;
}

static void text_close(asc_past *past) {
  asc_reader_close(past->reader);
  free(past->text);
  free(past->name);
  past->reader = NULL;
  past->text = past->name = NULL;
}

void asc_past_close(asc_past *past) {
  if (past == NULL) return;
  text_close(past);
  for (int i = 0; i < past->game_count; i++) {
    for (int seat = 0; seat < ASC_PLAYERS_MAX; seat++) free(past->games[i].names[seat]);
    free(past->games[i].date);
  }
  free(past->games);
  free(past->moments);
  free(past->latest);
  free(past);
}

int asc_past_games(const asc_past *past) { return past->game_count; }
int asc_past_wrong(const asc_past *past) { return past->wrong; }

static char *copy_of(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

int asc_past_take(asc_past *past, const char *text, const char *name, asc_error *error) {
  text_close(past);
  past->text = copy_of(text);
  if (name != NULL) past->name = copy_of(name);
  if (past->text == NULL || (name != NULL && past->name == NULL)) return ASC_E_MEMORY;
  past->texts++;
  past->number = 0;
  return asc_reader_open(&past->reader, past->text, strlen(past->text), error);
}

/* Room for one more. */
static bool grow(void *list, int count, int *room, size_t size) {
  if (count < *room) return true;
  int wanted = *room == 0 ? 64 : 2 * *room;
  void *grown = realloc(*(void **)list, (size_t)wanted * size);
  if (grown == NULL) return false;
  *(void **)list = grown;
  *room = wanted;
  return true;
}

static int seat_of(const past_game *game, const char *name) {
  int nameless = 0, seat = 0;
  for (int i = 0; i < game->players; i++) {
    if (game->names[i] != NULL && name[0] != '\0' && strcmp(game->names[i], name) == 0) return i + 1;
    if (game->names[i] != NULL) continue;
    nameless++;
    seat = i + 1;
  }
  return nameless == 1 ? seat : 0;
}

static int result_of(const asc_summary *summary) {
  int winner = DRAWN;
  if (summary->end == ASC_END_NONE) return OPEN;
  for (int i = 0; i < summary->players; i++) {
    if (summary->outcome.place[i] != 1) continue;
    if (winner != DRAWN) return DRAWN;
    winner = i + 1;
  }
  return winner;
}

static int game_add(asc_past *past, const asc_record *record, const asc_summary *summary) {
  if (!grow(&past->games, past->game_count, &past->game_room, sizeof *past->games)) return ASC_E_MEMORY;
  past_game *game = &past->games[past->game_count++];
  *game = (past_game){.text = past->texts - 1, .number = past->number, .players = summary->players};
  const char *date = asc_record_tag(record, "Date");
  if (date != NULL && (game->date = copy_of(date)) == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < game->players; i++) {
    char tag[] = "Player0";
    tag[sizeof tag - 2] = (char)('1' + i);
    const char *name = asc_record_tag(record, tag);
    if (name != NULL && (game->names[i] = copy_of(name)) == NULL) return ASC_E_MEMORY;
  }
  game->result = result_of(summary);
  if (past->name != NULL) game->seat = seat_of(game, past->name);
  return ASC_OK;
}

/* Where the last moment at a position stands, or would stand. There is room. */
static int *latest_at(const asc_past *past, uint64_t hash) {
  uint64_t mask = (uint64_t)past->latest_room - 1, at = hash & mask;
  while (past->latest[at] != NONE && past->moments[past->latest[at]].here != hash) at = (at + 1) & mask;
  return &past->latest[at];
}

/* Twice as much room as there are positions, at least. */
static bool latest_grow(asc_past *past) {
  if (past->latest_room >= 2 * (past->positions + 1)) return true;
  int *old = past->latest, room = past->latest_room, wanted = room == 0 ? 1024 : 2 * room;
  int *made = malloc((size_t)wanted * sizeof *made);
  if (made == NULL) return false;
  for (int i = 0; i < wanted; i++) made[i] = NONE;
  past->latest = made;
  past->latest_room = wanted;
  for (int i = 0; i < room; i++)
    if (old[i] != NONE) *latest_at(past, past->moments[old[i]].here) = old[i];
  free(old);
  return true;
}

static int moment_add(asc_past *past, past_moment moment) {
  if (!latest_grow(past)) return ASC_E_MEMORY;
  if (!grow(&past->moments, past->moment_count, &past->moment_room, sizeof *past->moments)) return ASC_E_MEMORY;
  int *latest = latest_at(past, moment.here);
  past->positions += *latest == NONE;
  moment.earlier = *latest;
  *latest = past->moment_count;
  past->moments[past->moment_count++] = moment;
  return ASC_OK;
}

static int moments_add(asc_past *past, const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  int events = asc_play_events(play), code = ASC_OK;
  uint64_t here = asc_position_hash(rules, asc_play_first(play));
  for (int i = 0; i <= events && code == ASC_OK; i++) {
    const asc_event *event = i < events ? asc_play_event(play, i) : NULL;
    bool goes = event != NULL && !event->gave_up;
    const void *after = i + 1 < events ? asc_play_before(play, i + 1) : asc_play_position(play);
    uint64_t next = event == NULL ? 0 : asc_position_hash(rules, after);
    code = moment_add(past, (past_moment){here, goes ? next : 0, past->game_count - 1, i, NONE});
    here = next;
  }
  return code;
}

int asc_past_read(asc_past *past, int most) {
  for (int i = 0; past->reader != NULL && i < most; i++, past->number++) {
    asc_record *record = NULL;
    asc_play *play = NULL;
    asc_summary summary;
    int code = asc_reader_next_play(past->reader, &record, &play, &summary, NULL);
    if (code == 1 && (game_add(past, record, &summary) < 0 || moments_add(past, play) < 0)) code = ASC_E_MEMORY;
    asc_play_close(play);
    asc_record_close(record);
    if (code == ASC_E_MEMORY) return code;
    if (code < 0) past->wrong++;
    if (code != 1 && code != ASC_E_ILLEGAL && code != ASC_E_INPUT) text_close(past);
  }
  return past->reader != NULL;
}

/* The moments at a position and at its images, from the last read to the first. Those at one image are a chain. */
typedef struct past_walk {
  const asc_past *past;
  const asc_alike *alike;
  int symmetries;
  int *heads, *at; /* by symmetry: the first moment of its chain, and the next to come; NONE */
} past_walk;

static void walk_close(past_walk *walk) {
  free(walk->heads);
  free(walk->at);
}

static void walk_begin(past_walk *walk) { memcpy(walk->at, walk->heads, (size_t)walk->symmetries * sizeof *walk->at); }

/* ASC_OK or ASC_E_MEMORY; walk_close in both cases. */
static int walk_open(past_walk *walk, const asc_past *past, const asc_rules *rules, const void *position,
                     const asc_alike *alike) {
  size_t images = (size_t)rules->symmetries;
  *walk = (past_walk){past, alike, rules->symmetries, malloc(images * sizeof *walk->heads),
                      malloc(images * sizeof *walk->at)};
  uint64_t *hashes = malloc(images * sizeof *hashes);
  bool fine = walk->heads != NULL && walk->at != NULL && hashes != NULL;
  if (fine) asc_position_images(rules, position, hashes);
  for (int symmetry = 0; fine && symmetry < rules->symmetries; symmetry++) {
    int head = past->latest_room == 0 ? NONE : *latest_at(past, hashes[symmetry]);
    for (int i = 0; i < symmetry; i++) /* an image that is the same has the same chain */
      if (walk->heads[i] == head) head = NONE;
    walk->heads[symmetry] = head;
  }
  free(hashes);
  if (!fine) return ASC_E_MEMORY;
  walk_begin(walk);
  return ASC_OK;
}

/* The next moment, and by which move it went on, or NONE; NULL at the end. */
static const past_moment *walk_next(past_walk *walk, int *move) {
  int symmetry = 0;
  for (int i = 1; i < walk->symmetries; i++)
    if (walk->at[i] > walk->at[symmetry]) symmetry = i;
  if (walk->at[symmetry] == NONE) return NULL;
  const past_moment *moment = &walk->past->moments[walk->at[symmetry]];
  walk->at[symmetry] = moment->earlier;
  const uint64_t *image = &walk->alike->images[symmetry]; /* of where the first move leads */
  *move = 0;
  for (; *move < walk->alike->count && *image != moment->next; image += walk->symmetries) ++*move;
  if (*move == walk->alike->count) *move = NONE;
  return moment;
}

/* What followed by a move, and those like it. */
typedef struct past_row {
  int index, games, last;                                /* the first of its moves; the game counted last */
  int won, lost, drawn, open, wins[ASC_PLAYERS_MAX + 1]; /* the person's own; by player in games of others */
} past_row;

static void row_count(past_row *row, const past_game *game, int number) {
  if (row->games > 0 && row->last == number) return;
  row->last = number;
  row->games++;
  if (game->result == OPEN)
    row->open++;
  else if (game->result == DRAWN)
    row->drawn++;
  else if (game->seat == 0)
    row->wins[game->result]++;
  else if (game->result == game->seat)
    row->won++;
  else
    row->lost++;
}

static int row_compare(const void *a, const void *b) {
  const past_row *one = a, *other = b;
  return one->games != other->games ? other->games - one->games : one->index - other->index;
}

static void row_json(asc_json *json, const past_row *row, const asc_alike *alike, const asc_rules *rules,
                     const void *position) {
  asc_json_open(json, NULL, '{');
  asc_alike_json(json, "moves", alike, rules, position, row->index);
  asc_json_number(json, "games", row->games);
  asc_json_number(json, "won", row->won);
  asc_json_number(json, "lost", row->lost);
  asc_json_number(json, "drawn", row->drawn);
  asc_json_number(json, "open", row->open);
  asc_json_open(json, "wins", '[');
  for (int i = 1; i <= rules->players; i++) asc_json_number(json, NULL, row->wins[i]);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void game_json(asc_json *json, const past_game *game, int ply) {
  asc_json_open(json, NULL, '{');
  asc_json_number(json, "text", game->text);
  asc_json_number(json, "number", game->number);
  asc_json_number(json, "ply", ply);
  asc_json_number(json, "seat", game->seat);
  asc_json_number(json, "result", game->result);
  asc_json_text(json, "date", game->date == NULL ? "" : game->date);
  asc_json_open(json, "players", '[');
  for (int i = 0; i < game->players; i++) asc_json_text(json, NULL, game->names[i] == NULL ? "" : game->names[i]);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void rows_json(asc_json *json, past_walk *walk, const asc_rules *rules, const void *position,
                      const asc_alike *alike, past_row *rows) {
  int move;
  for (int i = 0; i < alike->count; i++) rows[i].index = i;
  for (const past_moment *moment; (moment = walk_next(walk, &move)) != NULL;)
    if (move != NONE) row_count(&rows[alike->first[move]], &walk->past->games[moment->game], moment->game);
  qsort(rows, (size_t)alike->count, sizeof *rows, row_compare);
  asc_json_open(json, "rows", '[');
  for (int i = 0; i < alike->count && rows[i].games > 0; i++) row_json(json, &rows[i], alike, rules, position);
  asc_json_close(json, ']');
}

/* The games that were there, the last read first. */
static void list_json(asc_json *json, past_walk *walk, int most) {
  int games = 0, last = NONE, move;
  asc_json_open(json, "list", '[');
  for (const past_moment *moment; (moment = walk_next(walk, &move)) != NULL; last = moment->game)
    if (moment->game != last && games++ < most) game_json(json, &walk->past->games[moment->game], moment->ply);
  asc_json_close(json, ']');
  asc_json_number(json, "games", games);
}

int asc_past_json(asc_json *json, const asc_past *past, const asc_rules *rules, const void *position, int most) {
  asc_alike alike;
  past_walk walk = {0};
  past_row *rows = NULL;
  int code = asc_alike_open(&alike, rules, position);
  if (code == ASC_OK) code = walk_open(&walk, past, rules, position, &alike);
  if (code == ASC_OK && (rows = calloc((size_t)alike.count + 1, sizeof *rows)) == NULL) code = ASC_E_MEMORY;
  if (code == ASC_OK) {
    rows_json(json, &walk, rules, position, &alike, rows);
    walk_begin(&walk);
    list_json(json, &walk, most);
  }
  free(rows);
  walk_close(&walk);
  asc_alike_close(&alike);
  return code;
}
