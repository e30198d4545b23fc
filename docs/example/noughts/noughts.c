/* Noughts and crosses: the example of docs/adding-a-game.md, a whole game in one file.

   Cells are numbered 0 … 8 from the upper left. A position is two sets of cells. Nought goes first, so Nought is to
   move whenever both players have the same number of pieces. A move is the number of a cell. */
#include <ascona/knowledge.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

extern const char asc_noughts_rules_text[];
extern const asc_catalogue asc_noughts_catalogues[];

enum { CELLS = 9, ALL = 0x1ff, POINT = 100, OPEN_LINE = 10 };

typedef struct noughts_position {
  uint32_t pieces[2]; /* Nought's cells, Cross's cells */
} noughts_position;

static const uint32_t lines[8] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};

static bool has_line(uint32_t pieces) {
  for (int i = 0; i < 8; i++)
    if ((pieces & lines[i]) == lines[i]) return true;
  return false;
}

static bool is_over(const noughts_position *p) {
  return has_line(p->pieces[0]) || has_line(p->pieces[1]) || (p->pieces[0] | p->pieces[1]) == ALL;
}

static int noughts_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)values, (void)error;
  rules->position_size = sizeof(noughts_position);
  rules->players = 2;
  rules->moves_max = CELLS;
  rules->plies_max = CELLS;
  rules->symmetries = 8;
  return ASC_OK;
}

static void noughts_start(const asc_rules *rules, void *position) {
  (void)rules;
  memset(position, 0, sizeof(noughts_position));
}

static int noughts_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  const noughts_position *p = position;
  return asc_bits_count(p->pieces[0]) == asc_bits_count(p->pieces[1]) ? 1 : 2;
}

static int noughts_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  (void)rules;
  const noughts_position *p = position;
  int count = 0;
  if (is_over(p)) return 0;
  for (uint64_t free = ALL & ~(p->pieces[0] | p->pieces[1]); free != 0; free = asc_bits_clear_lowest(free))
    moves[count++] = (asc_move)asc_bits_lowest(free);
  return count;
}

static void noughts_play(const asc_rules *rules, void *position, asc_move move) {
  noughts_position *p = position;
  p->pieces[noughts_turn(rules, p) - 1] |= 1U << move;
}

static void winner_fill(asc_outcome *outcome, int winner) {
  *outcome = (asc_outcome){.rank = {winner == 2 ? 2 : 1, winner == 1 ? 2 : 1}};
  if (winner > 0) outcome->points[winner - 1] = 2; /* one point is two half-points */
}

static bool noughts_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  (void)rules;
  const noughts_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  if (!is_over(p)) return false;
  winner_fill(outcome, has_line(p->pieces[0]) ? 1 : has_line(p->pieces[1]) ? 2 : 0);
  return true;
}

static bool noughts_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  (void)rules, (void)position;
  winner_fill(outcome, 3 - player);
  return true;
}

static uint64_t noughts_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  const noughts_position *p = position;
  return asc_hash_add(asc_hash_add(0, p->pieces[0]), p->pieces[1]);
}

/* Bit 0 mirrors the columns, bit 1 mirrors the rows, and after that bit 2 exchanges rows and columns. */
static int cell_image(int symmetry, int cell) {
  int row = symmetry & 2 ? 2 - cell / 3 : cell / 3, column = symmetry & 1 ? 2 - cell % 3 : cell % 3;
  return symmetry & 4 ? column * 3 + row : row * 3 + column;
}

static void noughts_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  (void)rules;
  const noughts_position *p = position;
  noughts_position turned = {0};
  for (int cell = 0; cell < CELLS; cell++)
    for (int i = 0; i < 2; i++) turned.pieces[i] |= (p->pieces[i] >> cell & 1) << cell_image(symmetry, cell);
  *(noughts_position *)image = turned;
}

static asc_move noughts_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)rules, (void)position;
  return (asc_move)cell_image(symmetry, (int)move);
}

static int noughts_check(const asc_rules *rules, const void *position, asc_error *error) {
  (void)rules;
  const noughts_position *p = position;
  int lead = asc_bits_count(p->pieces[0]) - asc_bits_count(p->pieces[1]);
  if (((p->pieces[0] | p->pieces[1]) & ~(uint32_t)ALL) != 0 || (p->pieces[0] & p->pieces[1]) != 0)
    return asc_error_set(error, ASC_E_INPUT, "two men stand on one cell, or one stands beside the board");
  if (lead != 0 && lead != 1)
    return asc_error_set(error, ASC_E_INPUT, "Nought is %d men ahead; 0 or 1 is possible", lead);
  bool played_on = lead == 0 ? has_line(p->pieces[0]) : has_line(p->pieces[1]);
  if (played_on) return asc_error_set(error, ASC_E_INPUT, "a man was put after the game was over");
  return ASC_OK;
}

/* For example "1:..o/.x./...": the rows from the top. */
static int noughts_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  (void)rules;
  const noughts_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_string(&writer, "1:");
  for (int cell = 0; cell < CELLS; cell++) {
    if (cell == 3 || cell == 6) asc_writer_char(&writer, '/');
    asc_writer_char(&writer, p->pieces[0] >> cell & 1 ? 'o' : p->pieces[1] >> cell & 1 ? 'x' : '.');
  }
  return asc_writer_end(&writer);
}

static int noughts_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  noughts_position *p = position;
  asc_cursor cursor = asc_cursor_over(text);
  if (!asc_cursor_skip(&cursor, "1:"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a position begins with its version, 1:");
  for (int cell = 0; cell < CELLS; cell++) {
    if ((cell == 3 || cell == 6) && !asc_cursor_skip(&cursor, "/"))
      return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a row of three cells ends with /");
    int piece = asc_cursor_one_of(&cursor, "ox.");
    if (piece < 0) return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a cell is o, x or .");
    if (piece < 2) p->pieces[piece] |= 1U << cell;
  }
  if (!asc_cursor_at_end(&cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "nothing follows the third row");
  return noughts_check(rules, p, error);
}

static void cell_write(int cell, char text[ASC_TOKEN_MAX]) {
  (void)snprintf(text, ASC_TOKEN_MAX, "%c%d", 'a' + cell % 3, 3 - cell / 3);
}

static void noughts_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)rules, (void)position;
  cell_write((int)move, text);
}

static void noughts_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  noughts_write_move(rules, position, move, steps->ids[0]);
}

static void noughts_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path) {
  path->motion_count = 1;
  path->motions[0] = (asc_motion){.type = ASC_MOTION_PLACE, .kind = (int8_t)(noughts_turn(rules, position) - 1)};
  cell_write((int)move, path->motions[0].to);
}

static void place_fill(const noughts_position *p, int cell, asc_place *place) {
  int row = cell / 3, column = cell % 3;
  cell_write(cell, place->id);
  place->x = column * 1000;
  place->y = row * 1000;
  place->size = 1000;
  place->ground = ASC_NO_KIND;
  place->region = ASC_NO_REGION;
  place->piece = p->pieces[0] >> cell & 1 ? 0 : p->pieces[1] >> cell & 1 ? 1 : ASC_NO_KIND;
  place->next[ASC_UP] = (int16_t)(row > 0 ? cell - 3 : ASC_NO_PLACE);
  place->next[ASC_DOWN] = (int16_t)(row < 2 ? cell + 3 : ASC_NO_PLACE);
  place->next[ASC_LEFT] = (int16_t)(column > 0 ? cell - 1 : ASC_NO_PLACE);
  place->next[ASC_RIGHT] = (int16_t)(column < 2 ? cell + 1 : ASC_NO_PLACE);
  asc_message_set(&place->name, "place");
  asc_message_add(&place->name, "cell", place->id);
  static const char *const states[] = {"state.free", "state.nought", "state.cross"};
  asc_message_set(&place->state, states[place->piece + 1]);
}

static const char *prompt_key(const asc_rules *rules, const noughts_position *p) {
  if (has_line(p->pieces[0])) return "end.nought";
  if (has_line(p->pieces[1])) return "end.cross";
  if (is_over(p)) return "end.draw";
  return noughts_turn(rules, p) == 1 ? "prompt.nought" : "prompt.cross";
}

static void noughts_view(const asc_rules *rules, const void *position, const void *before, asc_move last,
                         asc_view *view) {
  const noughts_position *p = position;
  view->layout = ASC_LAYOUT_GRID;
  view->left = view->top = -500;
  view->right = view->bottom = 2500;
  view->place_count = CELLS;
  for (int cell = 0; cell < CELLS; cell++) place_fill(p, cell, &view->places[cell]);
  view->label_count = 6;
  for (int i = 0; i < 3; i++) {
    view->labels[i] = (asc_label){.text = {(char)('a' + i)}, .x = i * 1000, .y = 2750};
    view->labels[3 + i] = (asc_label){.text = {(char)('3' - i)}, .x = -750, .y = i * 1000};
  }
  asc_outcome outcome;
  (void)noughts_outcome(rules, p, &outcome);
  view->seat_count = 2;
  for (int i = 0; i < 2; i++) {
    view->seats[i] = (asc_seat){.kind = (int8_t)i, .points = outcome.points[i]};
    asc_message_set(&view->seats[i].name, i == 0 ? "player.1" : "player.2");
  }
  asc_message_set(&view->prompt, prompt_key(rules, p));
  if (before == NULL) return;
  view->places[last].marks |= ASC_MARK_TO;
  noughts_path(rules, before, last, &view->last_path);
}

static void noughts_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                        asc_message *message) {
  (void)selected;
  const noughts_position *p = position;
  bool is_cell = token[0] >= 'a' && token[0] <= 'c' && token[1] >= '1' && token[1] <= '3' && token[2] == '\0';
  if (!is_cell) {
    asc_message_set(message, "why.notation");
    asc_message_add(message, "token", token);
    return;
  }
  if (is_over(p)) {
    asc_message_set(message, prompt_key(rules, p)[4] == 'd' ? "why.over-draw" : "why.over-line");
    return;
  }
  int cell = ('3' - token[1]) * 3 + token[0] - 'a';
  asc_message_set(message, p->pieces[0] >> cell & 1 ? "why.taken-by-nought" : "why.taken-by-cross");
  asc_message_add(message, "cell", token);
}

/* Returns the number of lines in which the opponent has no piece. */
static int open_lines(const noughts_position *p, int player) {
  int count = 0;
  for (int i = 0; i < 8; i++) count += (p->pieces[2 - player] & lines[i]) == 0;
  return count;
}

static int32_t noughts_evaluate(const asc_rules *rules, const void *position) {
  int player = noughts_turn(rules, position);
  return OPEN_LINE * (open_lines(position, player) - open_lines(position, 3 - player));
}

/* A player without an open line cannot win. A full line belongs to the opponent, because completing it ended the
   game. */
static void noughts_bounds(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper) {
  const noughts_position *p = position;
  int player = noughts_turn(rules, p);
  *lower = open_lines(p, 3 - player) > 0 ? -POINT : 0;
  *upper = has_line(p->pieces[2 - player]) ? -POINT : open_lines(p, player) > 0 ? POINT : 0;
}

const asc_knowledge asc_noughts_knowledge = {.evaluate = noughts_evaluate, .bounds = noughts_bounds};

static const asc_kind noughts_kinds[] = {{"nought", "○", 'o', 1}, {"cross", "×", 'x', 2}};

const asc_game asc_noughts_game = {
    .id = "noughts",
    .title = "Noughts and crosses",
    .rules_text = asc_noughts_rules_text,
    .catalogues = asc_noughts_catalogues,
    .kinds = noughts_kinds,
    .kind_count = 2,
    .rules_size = sizeof(asc_rules),
    .open = noughts_open,
    .start = noughts_start,
    .turn = noughts_turn,
    .moves = noughts_moves,
    .play = noughts_play,
    .outcome = noughts_outcome,
    .resign = noughts_resign,
    .hash = noughts_hash,
    .check = noughts_check,
    .write = noughts_write,
    .read = noughts_read,
    .write_move = noughts_write_move,
    .transform = noughts_transform,
    .transform_move = noughts_transform_move,
    .view = noughts_view,
    .path = noughts_path,
    .steps = noughts_steps,
    .why = noughts_why,
    .knowledge = ASC_KNOWLEDGE(asc_noughts_knowledge),
};
