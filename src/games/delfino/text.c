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

const char *const asc_delfino_way_names[DELFINO_WAYS] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};

static void place_write(asc_writer *writer, delfino_place place) {
  asc_writer_number(writer, place.x);
  asc_writer_char(writer, '.');
  asc_writer_number(writer, place.y);
}

void asc_delfino_place_write(delfino_place place, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  place_write(&writer, place);
}

void asc_delfino_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)rules, (void)position;
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_PLACE: place_write(&writer, delfino_move_to(move)); break;
  case DELFINO_MOVE_ROLL:
    asc_writer_char(&writer, 'r');
    asc_writer_number(&writer, delfino_move_face(move));
    break;
  case DELFINO_MOVE_KEEP: asc_writer_string(&writer, "keep"); break;
  case DELFINO_MOVE_END: asc_writer_string(&writer, "end"); break;
  case DELFINO_MOVE_TURN: asc_writer_string(&writer, "turn"); break;
  case DELFINO_MOVE_GO:
    asc_writer_string(&writer, asc_delfino_way_names[delfino_move_way(move)]);
    asc_writer_number(&writer, delfino_move_steps(move));
    break;
  case DELFINO_MOVE_CARD:
    place_write(&writer, delfino_move_from(move));
    asc_writer_char(&writer, '>');
    place_write(&writer, delfino_move_to(move));
    break;
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
    if (position->pawns[i] != 0) asc_delfino_place_write(delfino_cell_place(position, position->pawns[i]), place);
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

int asc_delfino_write(const asc_rules *rules, const void *position, char *text, size_t size) {
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

static int origin_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  delfino_place origin = {0, 0};
  int code = place_read(rules, cursor, &origin, error);
  position->west = (int8_t)(origin.x - DELFINO_RIM);
  position->south = (int8_t)(origin.y - DELFINO_RIM);
  return code;
}

/* Finds the size of the rows ahead, so that the sheet can be laid out before they are read from the top. */
static int rows_measure(const delfino_rules *rules, asc_cursor cursor, delfino_position *position, asc_error *error) {
  const int most = 2 * rules->side + (DELFINO_GOAL - 1) * rules->common.players;
  const asc_cursor start = cursor;
  size_t columns = strspn(cursor.at, ".0123"), rows = 0, length = columns;
  for (;; length = strspn(cursor.at, ".0123")) {
    asc_cursor row = cursor;
    cursor.at += length;
    rows++;
    if (*cursor.at != '/' && *cursor.at != ':')
      return asc_fail_at(error, &cursor, "a row holds 0 to 3 for a card and '.' for a free place; ':' ends the rows");
    if (length != columns) return asc_fail_at(error, &row, "the rows are not equally long");
    if (*cursor.at == ':') break;
    cursor.at++;
  }
  if (columns + rows > (size_t)most)
    return asc_fail_at(error, &start, "%zu columns and rows; %d is the most", columns + rows, most);
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
    (void)asc_cursor_skip(cursor, "/");
  }
  return ASC_OK;
}

static int pawn_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, int player,
                     asc_error *error) {
  asc_cursor at = *cursor;
  if (asc_cursor_skip(cursor, "-")) {
    if (*cursor->at < '0' || *cursor->at > '9') return ASC_OK;
    *cursor = at; /* the sign of a place */
  }
  delfino_place place = {0, 0};
  int code = place_read(rules, cursor, &place, error);
  if (code < 0) return code;
  uint8_t card = asc_delfino_card_at(position, place);
  if (card == 0) return asc_fail_at(error, &at, "the pawn of player %d stands on no card", player);
  if (card & DELFINO_PAWN) return asc_fail_at(error, &at, "two pawns stand on one card");
  position->pawns[player - 1] = (uint8_t)delfino_cell(position, place);
  position->cells[position->pawns[player - 1]] |= DELFINO_PAWN;
  return ASC_OK;
}

static int pawns_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  for (int player = 1; player <= rules->common.players; player++) {
    if (player > 1 && !asc_cursor_skip(cursor, ","))
      return asc_fail_at(error, cursor, "after the pawn of player %d comes ',' and that of player %d", player - 1,
                         player);
    int code = pawn_read(rules, cursor, position, player, error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int points_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  for (int player = 1; player <= rules->common.players; player++) {
    uint32_t points;
    if (player > 1 && !asc_cursor_skip(cursor, ","))
      return asc_fail_at(error, cursor, "after the points of player %d come ',' and those of player %d", player - 1,
                         player);
    if (!asc_cursor_number(cursor, DELFINO_GOAL, &points))
      return asc_fail_at(error, cursor, "the points of player %d are 0 to %d", player, DELFINO_GOAL);
    position->points[player - 1] = (uint8_t)points;
  }
  return ASC_OK;
}

static int player_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  uint32_t player = 0;
  asc_cursor at = *cursor;
  if (!asc_cursor_skip(cursor, "-") &&
      (!asc_cursor_number(cursor, (uint32_t)rules->common.players, &player) || player == 0))
    return asc_fail_at(error, &at, "the player to move is 1 to %d, or '-'", rules->common.players);
  position->player = (uint8_t)player;
  return ASC_OK;
}

static int stage_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  static const struct {
    const char *word;
    uint8_t stage, moved, counts;
  } stages[] = {{"place", DELFINO_PLACING, 0, 0}, {"roll", DELFINO_ROLLING, 0, 0},   {"move", DELFINO_SPENDING, 0, 1},
                {"turn", DELFINO_SPENDING, 1, 1}, {"card", DELFINO_CARD_MOVE, 0, 1}, {"over", DELFINO_OVER, 0, 0}};
  uint32_t steps = 0;
  asc_cursor at = *cursor;
  for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
    if (!asc_cursor_skip(cursor, stages[i].word)) continue;
    if (stages[i].counts && !asc_cursor_number(cursor, (uint32_t)rules->die_most, &steps))
      return asc_fail_at(error, &at, "after '%s' comes the number of movement points left, %d at most", stages[i].word,
                         rules->die_most);
    position->stage = stages[i].stage;
    position->moved = stages[i].moved;
    position->steps = (uint8_t)steps;
    return ASC_OK;
  }
  return asc_fail_at(error, &at, "the stage is place, roll, moveN, turnN, cardN or over");
}

static int quiet_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  uint32_t quiet;
  if (!asc_cursor_number(cursor, (uint32_t)rules->quiet_most, &quiet))
    return asc_fail_at(error, cursor, "the turns without a point are 0 to %d", rules->quiet_most);
  position->quiet = (uint8_t)quiet;
  return ASC_OK;
}

static int out_read(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error) {
  asc_cursor at = *cursor;
  bool nobody = asc_cursor_skip(cursor, "-");
  for (int player = 1; !nobody && player <= rules->common.players; player++) {
    char digit[] = {(char)('0' + player), '\0'};
    if (asc_cursor_skip(cursor, digit)) position->out |= (uint8_t)(1 << (player - 1));
  }
  if ((!nobody && position->out == 0) || !asc_cursor_ended(cursor))
    return asc_fail_at(error, &at, "at the end comes who has given up: '-', or players in order, such as 13");
  return ASC_OK;
}

typedef struct field_reader {
  const char *missing; /* what is said when its colon is not there */
  int (*read)(const delfino_rules *rules, asc_cursor *cursor, delfino_position *position, asc_error *error);
} field_reader;

static const field_reader readers[DELFINO_FIELDS] = {
    [DELFINO_FIELD_ORIGIN] = {NULL, origin_read},
    [DELFINO_FIELD_ROWS] = {"after the place of the lower left corner comes ':' and the rows", rows_read},
    [DELFINO_FIELD_PAWNS] = {"after the rows comes ':' and the pawns", pawns_read},
    [DELFINO_FIELD_POINTS] = {"after the pawns comes ':' and the points", points_read},
    [DELFINO_FIELD_PLAYER] = {"after the points comes ':' and the player to move", player_read},
    [DELFINO_FIELD_STAGE] = {"after the player to move comes ':' and the stage", stage_read},
    [DELFINO_FIELD_QUIET] = {"after the stage comes ':' and the turns without a point", quiet_read},
    [DELFINO_FIELD_OUT] = {"after the turns without a point comes ':' and who has given up", out_read}};

int asc_delfino_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  const delfino_rules *own = (const delfino_rules *)rules;
  asc_cursor cursor = asc_cursor_over(text), starts[DELFINO_FIELDS];
  if (!asc_cursor_skip(&cursor, "1:")) return asc_fail_at(error, &cursor, "a position begins with its version, 1:");
  for (int field = 0; field < DELFINO_FIELDS; field++) {
    if (field > 0 && !asc_cursor_skip(&cursor, ":")) return asc_fail_at(error, &cursor, "%s", readers[field].missing);
    starts[field] = cursor;
    int code = readers[field].read(own, &cursor, position, error);
    if (code < 0) return code;
  }
  asc_error fault;
  delfino_field field;
  int code = asc_delfino_check_fields(own, position, &fault, &field);
  return code < 0 ? asc_fail_at(error, &starts[field], "%s", fault.reason) : ASC_OK;
}
