/* Dodgem: the second example of docs/adding-a-game.md. It shows what noughts and crosses does not need: an option, a
   player to move that the position must store, positions that repeat, a control and an editor.

   Cells are numbered from the upper left, row by row. East drives to the right and leaves the board there; North drives
   up. A car moves one cell forward or to a side, never back. A move is 4 * cell + direction. */
#include <ascona/edit.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

extern const char asc_dodgem_rules_text[];
extern const asc_catalogue asc_dodgem_catalogues[];
extern const asc_editor asc_dodgem_editor ASC_EDITOR_WEAK;

enum { EAST, NORTH, SMALLEST = 3, LARGEST = 5, PLIES_MAX = 200 };
enum { UP, RIGHT, DOWN, LEFT, DIRECTIONS };
enum { OFF = -1, NO_CELL = -2 };
enum { MOVES_MAX = 3 * LARGEST * LARGEST }; /* for any edited board, even one full of cars */

typedef struct dodgem_rules {
  asc_rules common;
  int size;
} dodgem_rules;

typedef struct dodgem_position {
  uint32_t cars[2]; /* East's cells, North's cells */
  uint64_t turn;    /* the player to move: EAST or NORTH */
} dodgem_position;

static int size_of(const asc_rules *rules) { return ((const dodgem_rules *)rules)->size; }
static uint32_t bit(int cell) { return 1U << cell; }

static int dodgem_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  int size = (int)values[0].number;
  ((dodgem_rules *)rules)->size = size;
  rules->position_size = sizeof(dodgem_position);
  rules->players = 2;
  rules->moves_max = 3 * (size - 1);
  rules->plies_max = rules->ply_limit = PLIES_MAX;
  return ASC_OK;
}

static void dodgem_start(const asc_rules *rules, void *position) {
  int size = size_of(rules);
  dodgem_position start = {.turn = EAST};
  for (int i = 0; i < size - 1; i++) {
    start.cars[EAST] |= bit(i * size);
    start.cars[NORTH] |= bit((size - 1) * size + i + 1);
  }
  *(dodgem_position *)position = start;
}

/* Returns the target of a car: a cell, OFF if it leaves the board, or NO_CELL if it cannot move in that direction. */
static int target(const asc_rules *rules, int side, int cell, int direction) {
  int size = size_of(rules), row = cell / size, column = cell % size;
  if (direction == (side == EAST ? LEFT : DOWN)) return NO_CELL;
  row += (direction == DOWN) - (direction == UP);
  column += (direction == RIGHT) - (direction == LEFT);
  if (side == EAST ? column == size : row < 0) return OFF;
  return row < 0 || row == size || column < 0 || column == size ? NO_CELL : row * size + column;
}

/* Writes the moves without checking whether the game is over. Returns their number. */
static int moves_find(const asc_rules *rules, const dodgem_position *p, asc_move *moves) {
  int count = 0;
  for (uint64_t cars = p->cars[p->turn]; cars != 0; cars = asc_bits_clear_lowest(cars))
    for (int direction = 0; direction < DIRECTIONS; direction++) {
      int cell = asc_bits_lowest(cars), to = target(rules, (int)p->turn, cell, direction);
      bool free = to == OFF || (to >= 0 && ((p->cars[EAST] | p->cars[NORTH]) & bit(to)) == 0);
      if (free) moves[count++] = (asc_move)(DIRECTIONS * cell + direction);
    }
  return count;
}

/* Returns the player who has won, or 0. A player who cannot move wins, because blocking the opponent loses. */
static int winner_of(const asc_rules *rules, const dodgem_position *p) {
  asc_move moves[MOVES_MAX];
  if (p->cars[EAST] == 0) return EAST + 1;
  if (p->cars[NORTH] == 0) return NORTH + 1;
  return moves_find(rules, p, moves) == 0 ? (int)p->turn + 1 : 0;
}

static int dodgem_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  return (int)((const dodgem_position *)position)->turn + 1;
}

static int dodgem_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  return winner_of(rules, position) != 0 ? 0 : moves_find(rules, position, moves);
}

static void dodgem_play(const asc_rules *rules, void *position, asc_move move) {
  dodgem_position *p = position;
  int cell = (int)move / DIRECTIONS, to = target(rules, (int)p->turn, cell, (int)move % DIRECTIONS);
  p->cars[p->turn] &= ~bit(cell);
  if (to != OFF) p->cars[p->turn] |= bit(to);
  p->turn = 1 - p->turn;
}

static void winner_fill(asc_outcome *outcome, int winner) {
  *outcome = (asc_outcome){.rank = {winner == 2 ? 2 : 1, winner == 1 ? 2 : 1}};
  outcome->points[winner - 1] = 2; /* one point is two half-points */
}

static bool dodgem_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  int winner = winner_of(rules, position);
  memset(outcome, 0, sizeof *outcome);
  if (winner != 0) winner_fill(outcome, winner);
  return winner != 0;
}

static bool dodgem_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  (void)rules, (void)position;
  winner_fill(outcome, 3 - player);
  return true;
}

static uint64_t dodgem_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  const dodgem_position *p = position;
  return asc_hash_add(asc_hash_add(asc_hash_add(0, p->cars[EAST]), p->cars[NORTH]), p->turn);
}

/* Cars that move to and fro can repeat a position. The key must not be 0, which means that a position cannot repeat. */
static uint64_t dodgem_repetition_key(const asc_rules *rules, const void *position) {
  return dodgem_hash(rules, position) | 1;
}

static int dodgem_check(const asc_rules *rules, const void *position, asc_error *error) {
  const dodgem_position *p = position;
  int size = size_of(rules);
  if ((p->cars[EAST] & p->cars[NORTH]) != 0 || p->turn > NORTH ||
      (p->cars[EAST] | p->cars[NORTH]) >> (size * size) != 0)
    return asc_error_set(error, ASC_E_INPUT, "two cars stand on one cell, or one stands beside the board");
  for (int side = EAST; side <= NORTH; side++)
    if (asc_bits_count(p->cars[side]) > size - 1)
      return asc_error_set(error, ASC_E_INPUT, "each player has %d cars at most", size - 1);
  if (p->cars[p->turn] == 0)
    return asc_error_set(error, ASC_E_INPUT, "the player to move has no car: the game ended before");
  return ASC_OK;
}

/* For example "1:e../e../.nn:e": the rows from the top, and the player to move. */
static int dodgem_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const dodgem_position *p = position;
  int side = size_of(rules);
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int cell = 0; cell < side * side; cell++) {
    if (cell > 0 && cell % side == 0) asc_writer_char(&writer, '/');
    asc_writer_char(&writer, p->cars[EAST] & bit(cell) ? 'e' : p->cars[NORTH] & bit(cell) ? 'n' : '.');
  }
  asc_writer_string(&writer, p->turn == EAST ? ":e" : ":n");
  return asc_writer_end(&writer);
}

static int dodgem_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  dodgem_position *p = position;
  int size = size_of(rules);
  asc_cursor cursor = asc_cursor_over(text);
  if (!asc_cursor_skip(&cursor, "1:"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a position begins with its version, 1:");
  for (int cell = 0; cell < size * size; cell++) {
    if (cell > 0 && cell % size == 0 && !asc_cursor_skip(&cursor, "/"))
      return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a row of %d cells ends with /", size);
    int car = asc_cursor_one_of(&cursor, "en.");
    if (car < 0) return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a cell is e, n or .");
    if (car <= NORTH) p->cars[car] |= bit(cell);
  }
  int turn = asc_cursor_skip(&cursor, ":") ? asc_cursor_one_of(&cursor, "en") : -1;
  if (turn < 0 || !asc_cursor_at_end(&cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "the rows end with :e or :n");
  p->turn = (uint64_t)turn;
  return dodgem_check(rules, p, error);
}

static void cell_write(const asc_rules *rules, int cell, char text[ASC_TOKEN_MAX]) {
  int size = size_of(rules);
  (void)snprintf(text, ASC_TOKEN_MAX, "%c%d", 'a' + cell % size, size - cell / size);
}

/* Returns the cell of a name such as "a3", or NO_CELL. */
static int cell_read(const asc_rules *rules, const char *token) {
  int size = size_of(rules), column = token[0] - 'a', row = token[0] == '\0' ? -1 : size - (token[1] - '0');
  bool is_cell = column >= 0 && column < size && row >= 0 && row < size && token[2] == '\0';
  return is_cell ? row * size + column : NO_CELL;
}

/* Select the car, then its target cell or the control "off". */
static void dodgem_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  int side = dodgem_turn(rules, position) - 1;
  int to = target(rules, side, (int)move / DIRECTIONS, (int)move % DIRECTIONS);
  steps->count = 2;
  cell_write(rules, (int)move / DIRECTIONS, steps->ids[0]);
  if (to == OFF)
    (void)snprintf(steps->ids[1], ASC_TOKEN_MAX, "off");
  else
    cell_write(rules, to, steps->ids[1]);
}

static void dodgem_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  asc_steps steps = {0};
  dodgem_steps(rules, position, move, &steps);
  (void)snprintf(text, ASC_TOKEN_MAX, "%.8s-%.8s", steps.ids[0], steps.ids[1]);
}

static void dodgem_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path) {
  asc_steps steps = {0};
  dodgem_steps(rules, position, move, &steps);
  bool leaves = strcmp(steps.ids[1], "off") == 0;
  path->motion_count = 1;
  path->motions[0] = (asc_motion){.type = leaves ? ASC_MOTION_REMOVE : ASC_MOTION_MOVE,
                                  .kind = (int8_t)(dodgem_turn(rules, position) - 1)};
  memcpy(path->motions[0].from, steps.ids[0], ASC_TOKEN_MAX);
  if (!leaves) memcpy(path->motions[0].to, steps.ids[1], ASC_TOKEN_MAX);
}

static void place_fill(const asc_rules *rules, const dodgem_position *p, int cell, asc_place *place) {
  static const char *const states[] = {"state.free", "state.east", "state.north"};
  int size = size_of(rules), row = cell / size, column = cell % size;
  cell_write(rules, cell, place->id);
  place->x = column * 1000;
  place->y = row * 1000;
  place->size = 1000;
  place->ground = ASC_NO_KIND;
  place->region = ASC_NO_REGION;
  place->piece = p->cars[EAST] & bit(cell) ? EAST : p->cars[NORTH] & bit(cell) ? NORTH : ASC_NO_KIND;
  place->next[ASC_UP] = (int16_t)(row > 0 ? cell - size : ASC_NO_PLACE);
  place->next[ASC_DOWN] = (int16_t)(row < size - 1 ? cell + size : ASC_NO_PLACE);
  place->next[ASC_LEFT] = (int16_t)(column > 0 ? cell - 1 : ASC_NO_PLACE);
  place->next[ASC_RIGHT] = (int16_t)(column < size - 1 ? cell + 1 : ASC_NO_PLACE);
  asc_message_set(&place->name, "place");
  asc_message_add(&place->name, "cell", place->id);
  asc_message_set(&place->state, states[place->piece + 1]);
}

static const char *prompt_key(const asc_rules *rules, const dodgem_position *p) {
  static const char *const keys[] = {"prompt.east", "prompt.north", "end.east", "end.north"};
  int winner = winner_of(rules, p);
  return winner == 0 ? keys[p->turn] : keys[1 + winner];
}

static bool can_leave(const asc_rules *rules, const dodgem_position *p) {
  asc_move moves[MOVES_MAX];
  int count = dodgem_moves(rules, p, moves);
  for (int i = 0; i < count; i++)
    if (target(rules, (int)p->turn, (int)moves[i] / DIRECTIONS, (int)moves[i] % DIRECTIONS) == OFF) return true;
  return false;
}

static void dodgem_view(const asc_rules *rules, const void *position, const void *before, asc_move last,
                        asc_view *view) {
  const dodgem_position *p = position;
  int size = size_of(rules);
  view->layout = ASC_LAYOUT_GRID;
  view->left = view->top = -500;
  view->right = view->bottom = size * 1000 - 500;
  view->place_count = size * size;
  for (int cell = 0; cell < size * size; cell++) place_fill(rules, p, cell, &view->places[cell]);
  view->label_count = 2 * size;
  for (int i = 0; i < size; i++) {
    view->labels[i] = (asc_label){.text = {(char)('a' + i)}, .x = i * 1000, .y = size * 1000 - 250};
    view->labels[size + i] = (asc_label){.text = {(char)('0' + size - i)}, .x = -750, .y = i * 1000};
  }
  asc_outcome outcome;
  (void)dodgem_outcome(rules, p, &outcome);
  view->seat_count = 2;
  for (int i = 0; i < 2; i++) {
    view->seats[i] = (asc_seat){.kind = (int8_t)i, .points = outcome.points[i]};
    asc_message_set(&view->seats[i].name, i == EAST ? "player.1" : "player.2");
  }
  if (can_leave(rules, p)) {
    view->control_count = 1;
    (void)snprintf(view->controls[0].id, ASC_TOKEN_MAX, "off");
    asc_message_set(&view->controls[0].name, "control.off");
  }
  asc_message_set(&view->prompt, prompt_key(rules, p));
  if (before == NULL) return;
  int to = target(rules, dodgem_turn(rules, before) - 1, (int)last / DIRECTIONS, (int)last % DIRECTIONS);
  view->places[last / DIRECTIONS].marks |= ASC_MARK_FROM;
  if (to != OFF) view->places[to].marks |= ASC_MARK_TO;
  dodgem_path(rules, before, last, &view->last_path);
}

/* Explains why a car cannot be selected or, if one is selected, why it cannot move there. */
static const char *why_key(const asc_rules *rules, const dodgem_position *p, const asc_steps *selected,
                           const char *token) {
  int cell = cell_read(rules, token), winner = winner_of(rules, p);
  uint32_t own = p->cars[p->turn], others = p->cars[1 - p->turn];
  bool off = strcmp(token, "off") == 0;
  if (cell == NO_CELL && !off) return "why.notation";
  if (winner != 0) return "why.over";
  if (selected->count == 0 && off) return "why.no-car";
  if (selected->count > 0 && off) return "why.not-at-edge";
  if (others & bit(cell)) return selected->count > 0 ? "why.taken" : "why.not-yours";
  if (own & bit(cell)) return selected->count > 0 ? "why.taken" : "why.stuck";
  return selected->count > 0 ? "why.too-far" : "why.free";
}

/* A whole move such as "a3-b3" is explained by its car or, if the car is the player's own, by its target. */
static void dodgem_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                       asc_message *message) {
  const dodgem_position *p = position;
  const asc_steps car_selected = {.count = 1};
  char car[ASC_TOKEN_MAX] = "";
  size_t length = strcspn(token, "-");
  const char *to = token + length + (token[length] == '-');
  bool whole = selected->count == 0 && length == 2 && (cell_read(rules, to) != NO_CELL || strcmp(to, "off") == 0);
  if (whole) {
    memcpy(car, token, length);
    int cell = cell_read(rules, car);
    bool own = cell != NO_CELL && (p->cars[p->turn] & bit(cell)) != 0;
    token = own ? to : car;
    selected = own ? &car_selected : selected;
  }
  asc_message_set(message, why_key(rules, p, selected, token));
  asc_message_add(message, "token", token);
}

/* The editor: tools for the cars, and a field for the player to move. */
static void edit_describe(const asc_rules *rules, const void *position, asc_edit_palette *palette) {
  static const char *const players[] = {"player.1", "player.2"};
  const dodgem_position *p = position;
  int max = size_of(rules) - 1;
  (void)asc_edit_add_tool(palette, "east", EAST, "edit.east", asc_bits_count(p->cars[EAST]), max);
  (void)asc_edit_add_tool(palette, "north", NORTH, "edit.north", asc_bits_count(p->cars[NORTH]), max);
  (void)asc_edit_add_choice(palette, "to-move", "edit.to-move", (int)p->turn, players, 2);
}

static bool edit_remove(const asc_rules *rules, void *position, const asc_view *view, int cell) {
  (void)rules, (void)view;
  dodgem_position *p = position;
  for (int side = EAST; side <= NORTH; side++) p->cars[side] &= ~bit(cell);
  return true;
}

static bool edit_place(const asc_rules *rules, void *position, const asc_view *view, int tool, int cell) {
  (void)edit_remove(rules, position, view, cell);
  ((dodgem_position *)position)->cars[tool] |= bit(cell);
  return true;
}

static void edit_set(const asc_rules *rules, void *position, int field, int value) {
  (void)rules, (void)field;
  ((dodgem_position *)position)->turn = (uint64_t)value;
}

static void edit_clear(const asc_rules *rules, void *position) {
  (void)rules;
  memset(position, 0, sizeof(dodgem_position));
}

/* Reports the player with too many cars and marks them. All other errors are left to `check`. */
static void edit_errors(const asc_rules *rules, const void *position, const asc_view *view, asc_edit_errors *errors) {
  static const char *const many[] = {"edit.many-east", "edit.many-north"};
  const dodgem_position *p = position;
  for (int side = EAST; side <= NORTH; side++) {
    int over = asc_bits_count(p->cars[side]) - (size_of(rules) - 1);
    if (over <= 0) continue;
    asc_edit_error *error = asc_edit_add_error(errors, many[side]);
    asc_message_add_number(&error->message, "over", over);
    asc_edit_error_mark_kind(error, view, side);
  }
}

const asc_editor asc_dodgem_editor = {.describe = edit_describe,
                                      .place = edit_place,
                                      .remove = edit_remove,
                                      .set = edit_set,
                                      .clear = edit_clear,
                                      .errors = edit_errors};

static const asc_kind dodgem_kinds[] = {{"east", "→", 'e', 1}, {"north", "↑", 'n', 2}};
static const asc_option dodgem_options[] = {{"size", ASC_OPTION_NUMBER, "3", SMALLEST, LARGEST, NULL}};

const asc_game asc_dodgem_game = {
    .id = "dodgem",
    .title = "Dodgem",
    .rules_text = asc_dodgem_rules_text,
    .catalogues = asc_dodgem_catalogues,
    .options = dodgem_options,
    .option_count = 1,
    .kinds = dodgem_kinds,
    .kind_count = 2,
    .rules_size = sizeof(dodgem_rules),
    .open = dodgem_open,
    .start = dodgem_start,
    .turn = dodgem_turn,
    .moves = dodgem_moves,
    .play = dodgem_play,
    .outcome = dodgem_outcome,
    .resign = dodgem_resign,
    .hash = dodgem_hash,
    .repetition_key = dodgem_repetition_key,
    .check = dodgem_check,
    .write = dodgem_write,
    .read = dodgem_read,
    .write_move = dodgem_write_move,
    .view = dodgem_view,
    .path = dodgem_path,
    .steps = dodgem_steps,
    .why = dodgem_why,
    .editor = &asc_dodgem_editor,
};
