/* The options: the level, and the board, which is named, drawn or laid at random. */
#include "kulami.h"

#include <string.h>

enum { OPTION_LEVEL, OPTION_BOARD, OPTION_SEED };

const asc_option asc_kulami_options[KULAMI_OPTIONS] = {
    [OPTION_LEVEL] = {.key = "level", .type = ASC_OPTION_NUMBER, .standard = "0", .least = 0, .most = 3},
    [OPTION_BOARD] = {.key = "board",
                      .type = ASC_OPTION_TEXT,
                      .standard = "classic",
                      .choices = "classic, irregular, example, random, square or a drawing"},
    [OPTION_SEED] = {.key = "seed", .type = ASC_OPTION_NUMBER, .standard = "1", .least = 0, .most = UINT32_MAX},
};

typedef struct named_board {
  const char *name, *drawing;
} named_board;

static const named_board named_boards[] = {
    {"classic", "aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq"},
    {"irregular", "....aa..../..bbaac.../ddbbeec.../ddfgggchhh/ddfgggiii./jjfkkkiii./..llmnnoo./..llmnnoo./"
                  "...ppqqoo./.....qq..."},
    {"example", "...aabb../.ccaaddd./.cceeffgg/hcceeffgg/hiiijjjgg/hiiikkkl./.mmmkkkl./.nnooppqq/...oopp.."},
};

static int fail_unknown(const char *board, asc_error *error) {
  (void)asc_fail(error, ASC_E_INPUT,
                 "unknown board of kulami; known are classic, irregular, example, random, square, and drawings with "
                 "their rows separated by '/'");
  asc_error_token(error, board, strlen(board));
  return ASC_E_INPUT;
}

static int board_read(const asc_option_value *board, const asc_option_value *seed, kulami_drawing *drawing,
                      asc_error *error) {
  bool random = strcmp(board->text, "random") == 0, square = strcmp(board->text, "square") == 0;
  if (seed->given && !random && !square)
    return asc_fail(error, ASC_E_INPUT, "seed goes with board=random and board=square alone");
  if (random) asc_kulami_lay_irregular((uint64_t)seed->number, drawing);
  if (square) asc_kulami_lay_square((uint64_t)seed->number, drawing);
  if (random || square) return ASC_OK;
  for (size_t i = 0; i < sizeof named_boards / sizeof named_boards[0]; i++)
    if (strcmp(board->text, named_boards[i].name) == 0)
      return asc_kulami_drawing_read(named_boards[i].drawing, drawing, error);
  if (strchr(board->text, '/') != NULL) return asc_kulami_drawing_read(board->text, drawing, error);
  return fail_unknown(board->text, error);
}

int asc_kulami_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  kulami_rules *kulami = (kulami_rules *)rules;
  int code = board_read(&values[OPTION_BOARD], &values[OPTION_SEED], &kulami->drawing, error);
  if (code < 0) return code;
  kulami->level = (int)values[OPTION_LEVEL].number;
  asc_kulami_board_build(kulami);
  rules->position_size = sizeof(kulami_position);
  rules->players = 2;
  rules->moves_max = KULAMI_HOLLOWS;
  rules->longest = KULAMI_PLIES;
  return ASC_OK;
}

/* A record keeps the board itself, never how it came about. */
int asc_kulami_resolve(const asc_rules *rules, int option, char *text, size_t size) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  if (option == OPTION_SEED) return 0;
  if (option == OPTION_BOARD) return asc_kulami_drawing_write(&kulami->drawing, text, size);
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_number(&writer, kulami->level);
  return asc_writer_end(&writer);
}
