/* Collects played games by the positions they went through; see played_games.h.

   Every game adds one visit per position. The visits to a position form a chain from the last to the first, and a hash
   table finds the start of each chain. */
#include "played_games.h"

#include "play/record.h"
#include "symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN = 0, DRAWN = -1 }; /* result of a game; else the winner, from 1 */

typedef struct played_game {
  int text, number; /* which text it came from, and its index in that text, both from 0 */
  int players, seat, result;
  char *names[ASC_PLAYERS_MAX], *date; /* NULL: not in the record */
} played_game;

/* A visit of a game to a position, and where the game went from there. */
typedef struct game_visit {
  uint64_t hash, next_hash; /* of the position, and of the next one; 0: the game ended here */
  int game, ply;            /* index of the ply; a resignation counts, as in the record */
  int earlier;              /* index of the visit before it to the same position, or NONE */
} game_visit;

enum { NONE = -1 };

struct asc_played_games {
  char *text; /* the text being read; owned */
  asc_record_reader *reader;
  char *name;
  int texts, number, error_count;
  played_game *games;
  int game_count, game_capacity;
  game_visit *visits;
  int visit_count, visit_capacity;
  int *latest; /* hash table with open addressing, by position hash: index of the last visit, or NONE */
  int latest_capacity, positions;
};

int asc_played_games_open(asc_played_games **collection) {
  *collection = calloc(1, sizeof **collection);
  return *collection == NULL ? ASC_E_MEMORY : ASC_OK;
}

static void text_close(asc_played_games *collection) {
  asc_record_reader_close(collection->reader);
  free(collection->text);
  free(collection->name);
  collection->reader = NULL;
  collection->text = collection->name = NULL;
}

void asc_played_games_close(asc_played_games *collection) {
  if (collection == NULL) return;
  text_close(collection);
  for (int i = 0; i < collection->game_count; i++) {
    for (int seat = 0; seat < ASC_PLAYERS_MAX; seat++) free(collection->games[i].names[seat]);
    free(collection->games[i].date);
  }
  free(collection->games);
  free(collection->visits);
  free(collection->latest);
  free(collection);
}

int asc_played_games_count(const asc_played_games *collection) { return collection->game_count; }
int asc_played_games_error_count(const asc_played_games *collection) { return collection->error_count; }

static char *copy_of(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

int asc_played_games_set_text(asc_played_games *collection, const char *text, const char *name, asc_error *error) {
  text_close(collection);
  collection->text = copy_of(text);
  if (name != NULL) collection->name = copy_of(name);
  if (collection->text == NULL || (name != NULL && collection->name == NULL)) return ASC_E_MEMORY;
  collection->texts++;
  collection->number = 0;
  return asc_record_reader_open(&collection->reader, collection->text, strlen(collection->text), error);
}

/* Makes room for one more element. Returns false if there is no memory. */
static bool grow(void *list, int count, int *capacity, size_t size) {
  if (count < *capacity) return true;
  int new_capacity = *capacity == 0 ? 64 : 2 * *capacity;
  void *grown = realloc(*(void **)list, (size_t)new_capacity * size);
  if (grown == NULL) return false;
  *(void **)list = grown;
  *capacity = new_capacity;
  return true;
}

static int seat_of(const played_game *game, const char *name) {
  int nameless = 0, seat = 0;
  for (int i = 0; i < game->players; i++) {
    if (game->names[i] != NULL && name[0] != '\0' && strcmp(game->names[i], name) == 0) return i + 1;
    if (game->names[i] != NULL) continue;
    nameless++;
    seat = i + 1;
  }
  return nameless == 1 ? seat : 0;
}

static int result_of(const asc_record_summary *summary) {
  int winner = DRAWN;
  if (summary->end == ASC_END_NONE) return OPEN;
  for (int i = 0; i < summary->players; i++) {
    if (summary->outcome.rank[i] != 1) continue;
    if (winner != DRAWN) return DRAWN;
    winner = i + 1;
  }
  return winner;
}

static int game_add(asc_played_games *collection, const asc_record *record, const asc_record_summary *summary) {
  if (!grow(&collection->games, collection->game_count, &collection->game_capacity, sizeof *collection->games))
    return ASC_E_MEMORY;
  played_game *game = &collection->games[collection->game_count++];
  *game = (played_game){.text = collection->texts - 1, .number = collection->number, .players = summary->players};
  const char *date = asc_record_tag(record, "Date");
  if (date != NULL && (game->date = copy_of(date)) == NULL) return ASC_E_MEMORY;
  for (int i = 0; i < game->players; i++) {
    char tag[] = "Player0";
    tag[sizeof tag - 2] = (char)('1' + i);
    const char *name = asc_record_tag(record, tag);
    if (name != NULL && (game->names[i] = copy_of(name)) == NULL) return ASC_E_MEMORY;
  }
  game->result = result_of(summary);
  if (collection->name != NULL) game->seat = seat_of(game, collection->name);
  return ASC_OK;
}

/* Returns the slot of a position's last visit, which is NONE if there is none. The table must have free slots. */
static int *latest_slot(const asc_played_games *collection, uint64_t hash) {
  uint64_t mask = (uint64_t)collection->latest_capacity - 1, at = hash & mask;
  while (collection->latest[at] != NONE && collection->visits[collection->latest[at]].hash != hash)
    at = (at + 1) & mask;
  return &collection->latest[at];
}

/* Keeps the table at most half full. */
static bool latest_grow(asc_played_games *collection) {
  if (collection->latest_capacity >= 2 * (collection->positions + 1)) return true;
  int *old = collection->latest, capacity = collection->latest_capacity,
      new_capacity = capacity == 0 ? 1024 : 2 * capacity;
  int *grown = malloc((size_t)new_capacity * sizeof *grown);
  if (grown == NULL) return false;
  for (int i = 0; i < new_capacity; i++) grown[i] = NONE;
  collection->latest = grown;
  collection->latest_capacity = new_capacity;
  for (int i = 0; i < capacity; i++)
    if (old[i] != NONE) *latest_slot(collection, collection->visits[old[i]].hash) = old[i];
  free(old);
  return true;
}

static int visit_add(asc_played_games *collection, game_visit visit) {
  if (!latest_grow(collection)) return ASC_E_MEMORY;
  if (!grow(&collection->visits, collection->visit_count, &collection->visit_capacity, sizeof *collection->visits))
    return ASC_E_MEMORY;
  int *latest = latest_slot(collection, visit.hash);
  collection->positions += *latest == NONE;
  visit.earlier = *latest;
  *latest = collection->visit_count;
  collection->visits[collection->visit_count++] = visit;
  return ASC_OK;
}

static int visits_add(asc_played_games *collection, const asc_play *play) {
  const asc_rules *rules = asc_play_rules(play);
  int events = asc_play_event_count(play), code = ASC_OK;
  uint64_t hash = asc_position_hash(rules, asc_play_first_position(play));
  for (int i = 0; i <= events && code == ASC_OK; i++) {
    const asc_event *event = i < events ? asc_play_event(play, i) : NULL;
    bool continues = event != NULL && !event->resigned;
    const void *after = i + 1 < events ? asc_play_position_before(play, i + 1) : asc_play_position(play);
    uint64_t next_hash = event == NULL ? 0 : asc_position_hash(rules, after);
    code = visit_add(collection, (game_visit){hash, continues ? next_hash : 0, collection->game_count - 1, i, NONE});
    hash = next_hash;
  }
  return code;
}

int asc_played_games_read(asc_played_games *collection, int max_games) {
  for (int i = 0; collection->reader != NULL && i < max_games; i++, collection->number++) {
    asc_record *record = NULL;
    asc_play *play = NULL;
    asc_record_summary summary;
    int code = asc_record_reader_next_play(collection->reader, &record, &play, &summary, NULL);
    if (code == 1 && (game_add(collection, record, &summary) < 0 || visits_add(collection, play) < 0))
      code = ASC_E_MEMORY;
    asc_play_close(play);
    asc_record_close(record);
    if (code == ASC_E_MEMORY) return code;
    if (code < 0) collection->error_count++;
    if (code != 1 && code != ASC_E_ILLEGAL && code != ASC_E_INPUT) text_close(collection);
  }
  return collection->reader != NULL;
}

/* An iteration over the visits to a position and its images, from the last read to the first. The visits to one image
   form a chain through `earlier`. */
typedef struct visit_walk {
  const asc_played_games *collection;
  const asc_symmetry_moves *equivalents;
  int symmetries;
  int *heads, *at; /* by symmetry: the first visit of its chain, and the next to return; NONE at the end */
} visit_walk;

static void walk_close(visit_walk *walk) {
  free(walk->heads);
  free(walk->at);
}

static void walk_start(visit_walk *walk) { memcpy(walk->at, walk->heads, (size_t)walk->symmetries * sizeof *walk->at); }

/* Returns ASC_OK or ASC_E_MEMORY; the caller calls walk_close in both cases. */
static int walk_open(visit_walk *walk, const asc_played_games *collection, const asc_rules *rules, const void *position,
                     const asc_symmetry_moves *equivalents) {
  size_t images = (size_t)rules->symmetries;
  *walk = (visit_walk){collection, equivalents, rules->symmetries, malloc(images * sizeof *walk->heads),
                       malloc(images * sizeof *walk->at)};
  uint64_t *hashes = malloc(images * sizeof *hashes);
  bool has_memory = walk->heads != NULL && walk->at != NULL && hashes != NULL;
  if (has_memory) asc_symmetry_hashes(rules, position, hashes);
  for (int symmetry = 0; has_memory && symmetry < rules->symmetries; symmetry++) {
    int head = collection->latest_capacity == 0 ? NONE : *latest_slot(collection, hashes[symmetry]);
    for (int i = 0; i < symmetry; i++) /* equal images share a chain, which is visited once */
      if (walk->heads[i] == head) head = NONE;
    walk->heads[symmetry] = head;
  }
  free(hashes);
  if (!has_memory) return ASC_E_MEMORY;
  walk_start(walk);
  return ASC_OK;
}

/* Returns the next visit, or NULL at the end. Writes the index of the move that was played there to *move, or NONE. */
static const game_visit *walk_next(visit_walk *walk, int *move) {
  int symmetry = 0;
  for (int i = 1; i < walk->symmetries; i++)
    if (walk->at[i] > walk->at[symmetry]) symmetry = i;
  if (walk->at[symmetry] == NONE) return NULL;
  const game_visit *visit = &walk->collection->visits[walk->at[symmetry]];
  walk->at[symmetry] = visit->earlier;
  const uint64_t *image = &walk->equivalents->image_hashes[symmetry]; /* image of the position after the first move */
  *move = 0;
  for (; *move < walk->equivalents->count && *image != visit->next_hash; image += walk->symmetries) ++*move;
  if (*move == walk->equivalents->count) *move = NONE;
  return visit;
}

/* The games that continued with a move or one of its equivalents. A game counts once even if it visits the position
   twice: `last` is the game counted last. */
typedef struct move_row {
  int move_index, games, last;                           /* `move_index` is the first of the moves */
  int won, lost, drawn, open, wins[ASC_PLAYERS_MAX + 1]; /* won, lost: the player's own games; wins: others' games */
} move_row;

static void row_count(move_row *row, const played_game *game, int number) {
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
  const move_row *one = a, *other = b;
  return one->games != other->games ? other->games - one->games : one->move_index - other->move_index;
}

static void row_json(asc_json *json, const move_row *row, const asc_symmetry_moves *equivalents, const asc_rules *rules,
                     const void *position) {
  asc_json_open(json, NULL, '{');
  asc_symmetry_moves_json(json, "moves", equivalents, rules, position, row->move_index);
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

static void game_json(asc_json *json, const played_game *game, int ply) {
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

static void rows_json(asc_json *json, visit_walk *walk, const asc_rules *rules, const void *position,
                      const asc_symmetry_moves *equivalents, move_row *rows) {
  int move;
  for (int i = 0; i < equivalents->count; i++) rows[i].move_index = i;
  for (const game_visit *visit; (visit = walk_next(walk, &move)) != NULL;)
    if (move != NONE)
      row_count(&rows[equivalents->representatives[move]], &walk->collection->games[visit->game], visit->game);
  qsort(rows, (size_t)equivalents->count, sizeof *rows, row_compare);
  asc_json_open(json, "rows", '[');
  for (int i = 0; i < equivalents->count && rows[i].games > 0; i++)
    row_json(json, &rows[i], equivalents, rules, position);
  asc_json_close(json, ']');
}

/* Writes the games that visited the position, the last read first. */
static void list_json(asc_json *json, visit_walk *walk, int max_games) {
  int games = 0, last = NONE, move;
  asc_json_open(json, "list", '[');
  for (const game_visit *visit; (visit = walk_next(walk, &move)) != NULL; last = visit->game)
    if (visit->game != last && games++ < max_games) game_json(json, &walk->collection->games[visit->game], visit->ply);
  asc_json_close(json, ']');
  asc_json_number(json, "games", games);
}

int asc_played_games_json(asc_json *json, const asc_played_games *collection, const asc_rules *rules,
                          const void *position, int max_games) {
  asc_symmetry_moves equivalents;
  visit_walk walk = {0};
  move_row *rows = NULL;
  int code = asc_symmetry_moves_open(&equivalents, rules, position);
  if (code == ASC_OK) code = walk_open(&walk, collection, rules, position, &equivalents);
  if (code == ASC_OK && (rows = calloc((size_t)equivalents.count + 1, sizeof *rows)) == NULL) code = ASC_E_MEMORY;
  if (code == ASC_OK) {
    rows_json(json, &walk, rules, position, &equivalents, rows);
    walk_start(&walk);
    list_json(json, &walk, max_games);
  }
  free(rows);
  walk_close(&walk);
  asc_symmetry_moves_close(&equivalents);
  return code;
}
