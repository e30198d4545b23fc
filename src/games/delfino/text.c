/* Moves and positions as text.

   A position is `1:ORIGIN:ROWS:PAWNS:POINTS:PLAYER:STAGE:QUIET:OUT`, for example
   `1:1.1:0000/0000/0010/0000:1.1,4.4:0,2:1:turn2:7:-`.

   ORIGIN  the space at the lower left corner of the rows
   ROWS    from the top; a card is the number of its quarter turns (0: nose at the upper right), '.' is no card. The
           rows cover exactly the first grid and all cards
   PAWNS   the space of each player's pawn, '-' if it is not on the board
   POINTS  the score of each player
   PLAYER  the player to move, '-' when the game is over
   STAGE   place; roll; move3: three steps left, the pawn may move; turn3: the same, but the pawn has moved and the
           card must be turned before it moves again; card3: a card move is due; over
   QUIET   the turns in a row without a point, including the current one
   OUT     the players who have resigned, as digits, or '-' */
#include "delfino.h"

#include "base/text.h"

#include <string.h>

const char *const asc_delfino_direction_names[ASC_DELFINO_DIRECTIONS] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};

static void space_write(asc_writer *writer, asc_delfino_space space) {
  asc_writer_number(writer, space.x);
  asc_writer_char(writer, '.');
  asc_writer_number(writer, space.y);
}

void asc_delfino_space_write(asc_delfino_space space, char text[ASC_TOKEN_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  space_write(&writer, space);
}

void asc_delfino_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)rules, (void)position;
  asc_writer writer = asc_writer_over(text, ASC_TOKEN_MAX);
  switch (asc_delfino_kind_of(move)) {
  case ASC_DELFINO_MOVE_PLACE: space_write(&writer, asc_delfino_move_to(move)); break;
  case ASC_DELFINO_MOVE_ROLL:
    asc_writer_char(&writer, 'r');
    asc_writer_number(&writer, asc_delfino_move_face(move));
    break;
  case ASC_DELFINO_MOVE_KEEP: asc_writer_string(&writer, "keep"); break;
  case ASC_DELFINO_MOVE_END: asc_writer_string(&writer, "end"); break;
  case ASC_DELFINO_MOVE_TURN: asc_writer_string(&writer, "turn"); break;
  case ASC_DELFINO_MOVE_PAWN:
    asc_writer_string(&writer, asc_delfino_direction_names[asc_delfino_move_direction(move)]);
    asc_writer_number(&writer, asc_delfino_move_steps(move));
    break;
  case ASC_DELFINO_MOVE_CARD:
    space_write(&writer, asc_delfino_move_from(move));
    asc_writer_char(&writer, '>');
    space_write(&writer, asc_delfino_move_to(move));
    break;
  }
}

static void rows_write(asc_writer *writer, const asc_delfino_position *position) {
  for (int row = position->rows - 1 - ASC_DELFINO_MARGIN; row >= ASC_DELFINO_MARGIN; row--) {
    for (int column = ASC_DELFINO_MARGIN; column < position->columns - ASC_DELFINO_MARGIN; column++) {
      uint8_t card = position->cells[row * position->columns + column];
      asc_writer_char(writer, card == 0 ? '.' : (char)('0' + (card & ASC_DELFINO_TURNS_MASK)));
    }
    asc_writer_char(writer, row > ASC_DELFINO_MARGIN ? '/' : ':');
  }
}

static void pawns_write(asc_writer *writer, const asc_delfino_position *position, int players) {
  for (int i = 0; i < players; i++) {
    char space[ASC_TOKEN_MAX] = "-";
    if (position->pawns[i] != 0) asc_delfino_space_write(asc_delfino_cell_space(position, position->pawns[i]), space);
    asc_writer_format(writer, "%s%c", space, i < players - 1 ? ',' : ':');
  }
}

static void stage_write(asc_writer *writer, const asc_delfino_position *position) {
  switch ((asc_delfino_stage)position->stage) {
  case ASC_DELFINO_STAGE_PLACING: asc_writer_string(writer, "place"); break;
  case ASC_DELFINO_STAGE_ROLLING: asc_writer_string(writer, "roll"); break;
  case ASC_DELFINO_STAGE_SPENDING:
    asc_writer_format(writer, "%s%d", position->moved ? "turn" : "move", position->steps);
    break;
  case ASC_DELFINO_STAGE_CARD_MOVE: asc_writer_format(writer, "card%d", position->steps); break;
  case ASC_DELFINO_STAGE_OVER: asc_writer_string(writer, "over"); break;
  }
}

int asc_delfino_write(const asc_rules *rules, const void *position, char *text, size_t size) {
  const asc_delfino_position *p = position;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, "1:%d.%d:", p->west + ASC_DELFINO_MARGIN, p->south + ASC_DELFINO_MARGIN);
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
    if (asc_delfino_has_resigned(p, player)) asc_writer_char(&writer, (char)('0' + player));
  if (p->resigned == 0) asc_writer_char(&writer, '-');
  return asc_writer_end(&writer);
}

static int space_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_space *space, asc_error *error) {
  int reach = (ASC_DELFINO_GOAL - 1) * rules->common.players;
  int32_t x, y;
  asc_cursor at = *cursor;
  if (!asc_cursor_signed(cursor, 1 - reach, rules->side + reach, &x) || !asc_cursor_skip(cursor, ".") ||
      !asc_cursor_signed(cursor, 1 - reach, rules->side + reach, &y))
    return asc_error_set_at(error, ASC_E_INPUT, &at, "a place is x.y, each between %d and %d", 1 - reach,
                            rules->side + reach);
  *space = (asc_delfino_space){x, y};
  return ASC_OK;
}

static int origin_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                       asc_error *error) {
  asc_delfino_space origin = {0, 0};
  int code = space_read(rules, cursor, &origin, error);
  position->west = (int8_t)(origin.x - ASC_DELFINO_MARGIN);
  position->south = (int8_t)(origin.y - ASC_DELFINO_MARGIN);
  return code;
}

/* Measures the rows ahead of the cursor, so that the size of the box is known before they are read from the top. */
static int rows_measure(const asc_delfino_rules *rules, const asc_cursor *start, asc_delfino_position *position,
                        asc_error *error) {
  const int max = 2 * rules->side + (ASC_DELFINO_GOAL - 1) * rules->common.players;
  asc_cursor cursor = *start;
  size_t columns = strspn(cursor.text, ".0123"), rows = 0, length = columns;
  for (;; length = strspn(cursor.text, ".0123")) {
    asc_cursor row = cursor;
    asc_cursor_move(&cursor, length);
    rows++;
    if (*cursor.text != '/' && *cursor.text != ':')
      return asc_error_set_at(error, ASC_E_INPUT, &cursor,
                              "a row holds 0 to 3 for a card and '.' for a free place; ':' ends the rows");
    if (length != columns) return asc_error_set_at(error, ASC_E_INPUT, &row, "the rows are not equally long");
    if (*cursor.text == ':') break;
    asc_cursor_move(&cursor, 1);
  }
  if (columns + rows > (size_t)max)
    return asc_error_set_at(error, ASC_E_INPUT, start, "%zu columns and rows; %d is the most", columns + rows, max);
  position->columns = (uint8_t)((int)columns + 2 * ASC_DELFINO_MARGIN);
  position->rows = (uint8_t)((int)rows + 2 * ASC_DELFINO_MARGIN);
  return ASC_OK;
}

static int rows_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                     asc_error *error) {
  int code = rows_measure(rules, cursor, position, error);
  if (code < 0) return code;
  for (int row = position->rows - 1 - ASC_DELFINO_MARGIN; row >= ASC_DELFINO_MARGIN; row--) {
    for (int column = ASC_DELFINO_MARGIN; column < position->columns - ASC_DELFINO_MARGIN; column++) {
      int turns = asc_cursor_one_of(cursor, "0123.");
      position->cells[row * position->columns + column] = (uint8_t)(turns == 4 ? 0 : ASC_DELFINO_CARD_FLAG | turns);
    }
    (void)asc_cursor_skip(cursor, "/");
  }
  return ASC_OK;
}

static int pawn_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position, int player,
                     asc_error *error) {
  asc_cursor at = *cursor;
  if (asc_cursor_skip(cursor, "-")) {
    if (*cursor->text < '0' || *cursor->text > '9') return ASC_OK;
    *cursor = at; /* it was the minus sign of a space */
  }
  asc_delfino_space space = {0, 0};
  int code = space_read(rules, cursor, &space, error);
  if (code < 0) return code;
  uint8_t card = asc_delfino_card_at(position, space);
  if (card == 0) return asc_error_set_at(error, ASC_E_INPUT, &at, "the pawn of player %d stands on no card", player);
  if (card & ASC_DELFINO_PAWN_FLAG) return asc_error_set_at(error, ASC_E_INPUT, &at, "two pawns stand on one card");
  position->pawns[player - 1] = (uint8_t)asc_delfino_cell(position, space);
  position->cells[position->pawns[player - 1]] |= ASC_DELFINO_PAWN_FLAG;
  return ASC_OK;
}

static int pawns_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                      asc_error *error) {
  for (int player = 1; player <= rules->common.players; player++) {
    if (player > 1 && !asc_cursor_skip(cursor, ","))
      return asc_error_set_at(error, ASC_E_INPUT, cursor, "after the pawn of player %d comes ',' and that of player %d",
                              player - 1, player);
    int code = pawn_read(rules, cursor, position, player, error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

static int points_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                       asc_error *error) {
  for (int player = 1; player <= rules->common.players; player++) {
    uint32_t points;
    if (player > 1 && !asc_cursor_skip(cursor, ","))
      return asc_error_set_at(error, ASC_E_INPUT, cursor,
                              "after the points of player %d come ',' and those of player %d", player - 1, player);
    if (!asc_cursor_number(cursor, ASC_DELFINO_GOAL, &points))
      return asc_error_set_at(error, ASC_E_INPUT, cursor, "the points of player %d are 0 to %d", player,
                              ASC_DELFINO_GOAL);
    position->points[player - 1] = (uint8_t)points;
  }
  return ASC_OK;
}

static int player_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                       asc_error *error) {
  uint32_t player = 0;
  asc_cursor at = *cursor;
  if (!asc_cursor_skip(cursor, "-") &&
      (!asc_cursor_number(cursor, (uint32_t)rules->common.players, &player) || player == 0))
    return asc_error_set_at(error, ASC_E_INPUT, &at, "the player to move is 1 to %d, or '-'", rules->common.players);
  position->player = (uint8_t)player;
  return ASC_OK;
}

static int stage_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                      asc_error *error) {
  static const struct {
    const char *word;
    uint8_t stage, moved, has_steps;
  } stages[] = {{"place", ASC_DELFINO_STAGE_PLACING, 0, 0},  {"roll", ASC_DELFINO_STAGE_ROLLING, 0, 0},
                {"move", ASC_DELFINO_STAGE_SPENDING, 0, 1},  {"turn", ASC_DELFINO_STAGE_SPENDING, 1, 1},
                {"card", ASC_DELFINO_STAGE_CARD_MOVE, 0, 1}, {"over", ASC_DELFINO_STAGE_OVER, 0, 0}};
  uint32_t steps = 0;
  asc_cursor at = *cursor;
  for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
    if (!asc_cursor_skip(cursor, stages[i].word)) continue;
    if (stages[i].has_steps && !asc_cursor_number(cursor, (uint32_t)rules->die_max, &steps))
      return asc_error_set_at(error, ASC_E_INPUT, &at,
                              "after '%s' comes the number of movement points left, %d at most", stages[i].word,
                              rules->die_max);
    position->stage = stages[i].stage;
    position->moved = stages[i].moved;
    position->steps = (uint8_t)steps;
    return ASC_OK;
  }
  return asc_error_set_at(error, ASC_E_INPUT, &at, "the stage is place, roll, moveN, turnN, cardN or over");
}

static int quiet_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                      asc_error *error) {
  uint32_t quiet;
  if (!asc_cursor_number(cursor, (uint32_t)rules->quiet_max, &quiet))
    return asc_error_set_at(error, ASC_E_INPUT, cursor, "the turns without a point are 0 to %d", rules->quiet_max);
  position->quiet = (uint8_t)quiet;
  return ASC_OK;
}

static int resigned_read(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position,
                         asc_error *error) {
  asc_cursor at = *cursor;
  bool is_none = asc_cursor_skip(cursor, "-");
  for (int player = 1; !is_none && player <= rules->common.players; player++) {
    char digit[] = {(char)('0' + player), '\0'};
    if (asc_cursor_skip(cursor, digit)) position->resigned |= (uint8_t)(1 << (player - 1));
  }
  if ((!is_none && position->resigned == 0) || !asc_cursor_at_end(cursor))
    return asc_error_set_at(error, ASC_E_INPUT, &at,
                            "at the end comes who has given up: '-', or players in order, such as 13");
  return ASC_OK;
}

typedef struct field_reader {
  const char *missing; /* error if the colon before the field is missing */
  int (*read)(const asc_delfino_rules *rules, asc_cursor *cursor, asc_delfino_position *position, asc_error *error);
} field_reader;

static const field_reader readers[ASC_DELFINO_FIELDS] = {
    [ASC_DELFINO_FIELD_ORIGIN] = {NULL, origin_read},
    [ASC_DELFINO_FIELD_ROWS] = {"after the place of the lower left corner comes ':' and the rows", rows_read},
    [ASC_DELFINO_FIELD_PAWNS] = {"after the rows comes ':' and the pawns", pawns_read},
    [ASC_DELFINO_FIELD_POINTS] = {"after the pawns comes ':' and the points", points_read},
    [ASC_DELFINO_FIELD_PLAYER] = {"after the points comes ':' and the player to move", player_read},
    [ASC_DELFINO_FIELD_STAGE] = {"after the player to move comes ':' and the stage", stage_read},
    [ASC_DELFINO_FIELD_QUIET] = {"after the stage comes ':' and the turns without a point", quiet_read},
    [ASC_DELFINO_FIELD_RESIGNED] = {"after the turns without a point comes ':' and who has given up", resigned_read}};

int asc_delfino_read(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  const asc_delfino_rules *r = (const asc_delfino_rules *)rules;
  asc_cursor cursor = asc_cursor_over(text), starts[ASC_DELFINO_FIELDS];
  if (!asc_cursor_skip(&cursor, "1:"))
    return asc_error_set_at(error, ASC_E_INPUT, &cursor, "a position begins with its version, 1:");
  for (int field = 0; field < ASC_DELFINO_FIELDS; field++) {
    if (field > 0 && !asc_cursor_skip(&cursor, ":"))
      return asc_error_set_at(error, ASC_E_INPUT, &cursor, "%s", readers[field].missing);
    starts[field] = cursor;
    int code = readers[field].read(r, &cursor, position, error);
    if (code < 0) return code;
  }
  asc_error check_error;
  asc_delfino_field field;
  int code = asc_delfino_check_fields(r, position, &check_error, &field);
  return code < 0 ? asc_error_set_at(error, ASC_E_INPUT, &starts[field], "%s", check_error.reason) : ASC_OK;
}
