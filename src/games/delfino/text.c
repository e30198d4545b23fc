/* Moves and positions as text.

   A position is `1:ORIGIN:ROWS:PAWNS:POINTS:PLAYER:STAGE:QUIET:OUT`, for example
   `1:1.1:0000/0000/0010/0000:1.1,4.4:0,2:1:turn2:7:-`.

   ORIGIN  the place of the lower left corner of the rows
   ROWS    from the top; a card is the number of its quarter turns (0: nose at the upper right), '.' is no card. They
           cover the first grid and all cards, and no more
   PAWNS   the place of each player's pawn, '-' if it is not on the board
   POINTS  of each player
   PLAYER  whose turn it is, '-' when the game is over
   STAGE   place; roll; move3: three movement points left, the pawn may move; turn3: the same, but it has moved and the
           card must be turned before it moves again; card3: a card move is due; over
   QUIET   the turns in a row without a point, the one under way included
   OUT     the players who have given up, as digits, or '-' */
#include "delfino.h"

#include "core/text.h"

#include <string.h>

const char *const delfino_way_names[DELFINO_WAYS] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};

void delfino_place_write(delfino_place place, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  asc_writer_format(&writer, "%d.%d", place.x, place.y);
}

void delfino_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)rules, (void)position;
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  delfino_place from = delfino_move_from(move), to = delfino_move_to(move);
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_PLACE: asc_writer_format(&writer, "%d.%d", to.x, to.y); break;
  case DELFINO_MOVE_ROLL: asc_writer_format(&writer, "r%d", delfino_move_face(move)); break;
  case DELFINO_MOVE_KEEP: asc_writer_string(&writer, "keep"); break;
  case DELFINO_MOVE_END: asc_writer_string(&writer, "end"); break;
  case DELFINO_MOVE_TURN: asc_writer_string(&writer, "turn"); break;
  case DELFINO_MOVE_GO:
    asc_writer_format(&writer, "%s%d", delfino_way_names[delfino_move_way(move)], delfino_move_steps(move));
    break;
  case DELFINO_MOVE_CARD: asc_writer_format(&writer, "%d.%d>%d.%d", from.x, from.y, to.x, to.y); break;
  }
}

static void rows_write(asc_writer *writer, const delfino_position *position) {
  for (int row = position->rows - 1 - DELFINO_RIM; row >= DELFINO_RIM; row--) {
    for (int column = DELFINO_RIM; column < position->columns - DELFINO_RIM; column++) {
      uint8_t card = position->cells[row * position->columns + column];
      asc_writer_char(writer, card == 0 ? '.' : (char)('0' + (card & DELFINO_TURNS)));
    }
    asc_writer_char(writer, row > DELFINO_RIM ? '/' : ':');
  }
}

static void pawns_write(asc_writer *writer, const delfino_position *position, int players) {
  for (int i = 0; i < players; i++) {
    char place[ASC_TOKEN_MAX] = "-";
    if (position->pawns[i] != 0) delfino_place_write(delfino_cell_place(position, position->pawns[i]), place);
    asc_writer_format(writer, "%s%c", place, i < players - 1 ? ',' : ':');
  }
}

static void stage_write(asc_writer *writer, const delfino_position *position) {
  switch ((delfino_stage)position->stage) {
  case DELFINO_PLACING: asc_writer_string(writer, "place"); break;
  case DELFINO_ROLLING: asc_writer_string(writer, "roll"); break;
  case DELFINO_SPENDING: asc_writer_format(writer, "%s%d", position->moved ? "turn" : "move", position->steps); break;
  case DELFINO_CARD_MOVE: asc_writer_format(writer, "card%d", position->steps); break;
  case DELFINO_OVER: asc_writer_string(writer, "over"); break;
  }
}

int delfino_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const delfino_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, "1:%d.%d:", p->west + DELFINO_RIM, p->south + DELFINO_RIM);
  rows_write(&writer, p);
  pawns_write(&writer, p, rules->players);
  for (int i = 0; i < rules->players; i++)
    asc_writer_format(&writer, "%d%c", p->points[i], i < rules->players - 1 ? ',' : ':');
  if (p->player == 0)
    asc_writer_string(&writer, "-:");
  else
    asc_writer_format(&writer, "%d:", p->player);
  stage_write(&writer, p);
  asc_writer_format(&writer, ":%d:", p->quiet);
  for (int player = 1; player <= rules->players; player++)
    if (delfino_is_out(p, player)) asc_writer_char(&writer, (char)('0' + player));
  if (p->out == 0) asc_writer_char(&writer, '-');
  return asc_writer_end(&writer);
}

static int skip(asc_cursor *cursor, const char *expected, asc_error *error) {
  if (asc_cursor_skip(cursor, expected)) return ASC_OK;
  return asc_fail_at(error, cursor, "'%s' is missing", expected);
}

static int place_read(const delfino_rules *rules, asc_cursor *cursor, delfino_place *place, asc_error *error) {
  int reach = (DELFINO_GOAL - 1) * rules->common.players;
  int32_t x, y;
  asc_cursor at = *cursor;
  if (!asc_cursor_signed(cursor, 1 - reach, rules->side + reach, &x) || !asc_cursor_skip(cursor, ".") ||
      !asc_cursor_signed(cursor, 1 - reach, rules->side + reach, &y))
    return asc_fail_at(error, &at, "a place is x.y, each between %d and %d", 1 - reach, rules->side + reach);
  *place = (delfino_place){x, y};
  return ASC_OK;
}

/* Finds the size of the rows ahead, so that the sheet can be laid out before they are read from the top. */
static int rows_measure(const delfino_rules *rules, asc_cursor cursor, delfino_position *position, asc_error *error) {
  const int most = 2 * rules->side + (DELFINO_GOAL - 1) * rules->common.players;
  size_t columns = strspn(cursor.at, ".0123"), rows = 0, length = columns;
  for (;; length = strspn(cursor.at, ".0123")) {
    asc_cursor row = cursor;
    cursor.at += length;
    rows++;
    if (*cursor.at != '/' && *cursor.at != ':')
      return asc_fail_at(error, &cursor, "a row holds 0 to 3 for a card and '.' for a free place");
    if (length != columns) return asc_fail_at(error, &row, "the rows are not equally long");
    if (*cursor.at == ':') break;
    cursor.at++;
  }
  if (columns + rows > (size_t)most)
    return asc_fail_at(error, &cursor, "%zu columns and rows; %d is the most", columns + rows, most);
  position->columns = (uint8_t)((int)columns + 2 * DELFINO_RIM);
  position->rows = (uint8_t)((int)rows + 2 * DELFINO_RIM);
  return ASC_OK;
}

static int rows_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  int code = rows_measure(rules, *cursor, position, error);
  if (code < 0) return code;
  for (int row = position->rows - 1 - DELFINO_RIM; row >= DELFINO_RIM; row--) {
    for (int column = DELFINO_RIM; column < position->columns - DELFINO_RIM; column++) {
      int turns = asc_cursor_one_of(cursor, "0123.");
      position->cells[row * position->columns + column] = (uint8_t)(turns == 4 ? 0 : DELFINO_CARD | turns);
    }
    if (row > DELFINO_RIM) code = skip(cursor, "/", error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int pawns_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  for (int i = 0; i < rules->common.players; i++) {
    int code = i == 0 ? ASC_OK : skip(cursor, ",", error);
    if (code < 0) return code;
    asc_cursor at = *cursor;
    if (asc_cursor_skip(cursor, "-")) {
      if (*cursor->at == ',' || *cursor->at == ':') continue;
      *cursor = at; /* the sign of a place */
    }
    delfino_place place = {0, 0};
    code = place_read(rules, cursor, &place, error);
    if (code < 0) return code;
    uint8_t card = delfino_card_at(position, place);
    if (card == 0) return asc_fail_at(error, &at, "the pawn of player %d stands on no card", i + 1);
    if (card & DELFINO_PAWN) return asc_fail_at(error, &at, "two pawns stand on one card");
    position->pawns[i] = (uint8_t)delfino_cell(position, place);
    position->cells[position->pawns[i]] |= DELFINO_PAWN;
  }
  return ASC_OK;
}

static int points_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  for (int i = 0; i < rules->common.players; i++) {
    uint32_t points;
    int code = i == 0 ? ASC_OK : skip(cursor, ",", error);
    if (code < 0) return code;
    if (!asc_cursor_number(cursor, DELFINO_GOAL, &points))
      return asc_fail_at(error, cursor, "a player's points are 0 to %d", DELFINO_GOAL);
    position->points[i] = (uint8_t)points;
  }
  return ASC_OK;
}

static int stage_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  uint32_t player = 0, steps = 0;
  asc_cursor at = *cursor;
  bool nobody = asc_cursor_skip(cursor, "-");
  if (!nobody && (!asc_cursor_number(cursor, (uint32_t)rules->common.players, &player) || player == 0))
    return asc_fail_at(error, &at, "the player to move is 1 to %d, or '-'", rules->common.players);
  position->player = (uint8_t)player;
  int code = skip(cursor, ":", error);
  if (code < 0) return code;
  static const struct {
    const char *word;
    uint8_t stage, moved, counts;
  } stages[] = {{"place", DELFINO_PLACING, 0, 0}, {"roll", DELFINO_ROLLING, 0, 0},   {"move", DELFINO_SPENDING, 0, 1},
                {"turn", DELFINO_SPENDING, 1, 1}, {"card", DELFINO_CARD_MOVE, 0, 1}, {"over", DELFINO_OVER, 0, 0}};
  for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
    if (!asc_cursor_skip(cursor, stages[i].word)) continue;
    position->stage = stages[i].stage;
    position->moved = stages[i].moved;
    if (stages[i].counts && !asc_cursor_number(cursor, DELFINO_FACE, &steps))
      return asc_fail_at(error, cursor, "the number of movement points left is missing or too large");
    position->steps = (uint8_t)steps;
    return ASC_OK;
  }
  return asc_fail_at(error, cursor, "the stage is place, roll, moveN, turnN, cardN or over");
}

static int out_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  if (asc_cursor_skip(cursor, "-")) return ASC_OK;
  for (int player = 1; player <= rules->common.players; player++) {
    char digit[] = {(char)('0' + player), '\0'};
    if (asc_cursor_skip(cursor, digit)) position->out |= (uint8_t)(1 << (player - 1));
  }
  if (position->out == 0) return asc_fail_at(error, cursor, "who has given up is '-' or players in order, such as 13");
  return ASC_OK;
}

int delfino_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  const delfino_rules *own = (const delfino_rules *)rules;
  delfino_position *p = position;
  asc_cursor cursor = asc_cursor_over(text);
  delfino_place origin = {0, 0};
  uint32_t quiet;
  int code = skip(&cursor, "1:", error);
  if (code == ASC_OK) code = place_read(own, &cursor, &origin, error);
  if (code < 0) return code;
  p->west = (int8_t)(origin.x - DELFINO_RIM);
  p->south = (int8_t)(origin.y - DELFINO_RIM);
  int (*const fields[])(const delfino_rules *, asc_cursor *, delfino_position *,
                        asc_error *) = {rows_read, pawns_read, points_read, stage_read};
  for (size_t i = 0; code == ASC_OK && i < sizeof fields / sizeof fields[0]; i++) {
    code = skip(&cursor, ":", error);
    if (code == ASC_OK) code = fields[i](own, &cursor, p, error);
  }
  if (code == ASC_OK) code = skip(&cursor, ":", error);
  if (code < 0) return code;
  if (!asc_cursor_number(&cursor, (uint32_t)own->quiet_most, &quiet))
    return asc_fail_at(error, &cursor, "the turns without a point are 0 to %d", own->quiet_most);
  p->quiet = (uint8_t)quiet;
  code = skip(&cursor, ":", error);
  if (code == ASC_OK) code = out_read(own, &cursor, p, error);
  if (code < 0) return code;
  if (!asc_cursor_ended(&cursor)) return asc_fail_at(error, &cursor, "the position goes on after its end");
  return delfino_check(rules, position, error);
}
