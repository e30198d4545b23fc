/* The options of Kulami: the level, and the board, which is named, drawn or random. */
#include "kulami.h"

#include <string.h>

enum { OPTION_LEVEL, OPTION_BOARD, OPTION_SEED };

const asc_option asc_kulami_options[ASC_KULAMI_OPTION_COUNT] = {
    [OPTION_LEVEL] = {.key = "level", .type = ASC_OPTION_NUMBER, .default_value = "0", .min = 0, .max = 3},
    [OPTION_BOARD] = {.key = "board",
                      .type = ASC_OPTION_TEXT,
                      .default_value = "classic",
                      .choices = "classic, irregular, example, random, square or a drawing"},
    [OPTION_SEED] = {.key = "seed", .type = ASC_OPTION_NUMBER, .default_value = "1", .min = 0, .max = UINT32_MAX},
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
  asc_span where = asc_span_of(board);
  return asc_error_set_at(
      error, ASC_E_INPUT, &where,
      "unknown board of kulami; known are classic, irregular, example, random, square, and drawings with "
      "their rows separated by '/'");
}

static int board_read(const asc_option_value *board, const asc_option_value *seed, asc_kulami_drawing *drawing,
                      asc_error *error) {
  bool random = strcmp(board->text, "random") == 0, square = strcmp(board->text, "square") == 0;
  if (seed->is_given && !random && !square)
    return asc_error_set(error, ASC_E_INPUT, "seed goes with board=random and board=square alone");
  if (random) asc_kulami_random_irregular((uint64_t)seed->number, drawing);
  if (square) asc_kulami_random_square((uint64_t)seed->number, drawing);
  if (random || square) return ASC_OK;
  for (size_t i = 0; i < sizeof named_boards / sizeof named_boards[0]; i++)
    if (strcmp(board->text, named_boards[i].name) == 0)
      return asc_kulami_drawing_read(named_boards[i].drawing, drawing, error);
  if (strchr(board->text, '/') != NULL) return asc_kulami_drawing_read(board->text, drawing, error);
  return fail_unknown(board->text, error);
}

int asc_kulami_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  asc_kulami_rules *kulami = (asc_kulami_rules *)rules;
  int code = board_read(&values[OPTION_BOARD], &values[OPTION_SEED], &kulami->drawing, error);
  if (code < 0) return code;
  kulami->level = (int)values[OPTION_LEVEL].number;
  asc_kulami_board_build(kulami);
  rules->position_size = sizeof(asc_kulami_position);
  rules->players = 2;
  rules->moves_max = ASC_KULAMI_HOLES;
  rules->plies_max = ASC_KULAMI_PLIES;
  return ASC_OK;
}

/* A record has the board itself, never the name or the seed it came from. */
int asc_kulami_resolve(const asc_rules *rules, int option, char *text, size_t size) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  if (option == OPTION_SEED) return 0;
  if (option == OPTION_BOARD) return asc_kulami_drawing_write(&kulami->drawing, text, size);
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_number(&writer, kulami->level);
  return asc_writer_end(&writer);
}
