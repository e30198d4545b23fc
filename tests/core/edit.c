/* Setting up positions by hand, in all games: pieces stay where they are placed, errors are explained, and positions
   without errors can be played. The views must cope with anything a user may place on a board. */
#include "tests/support/specs.h"

#include <ascona/edit.h>
#include <ascona/play.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* The example of docs/adding-a-game.md, which has no editor. */
const char asc_noughts_rules_text[] = "";
const asc_catalogue asc_noughts_catalogues[] = {{NULL, NULL}};
#include "../docs/example/noughts/noughts.c"

/* The other example, which CMake compiles for this test. */
extern const char asc_dodgem_rules_text[];
extern const asc_catalogue asc_dodgem_catalogues[];
extern const asc_game asc_dodgem_game;
const char asc_dodgem_rules_text[] = "";
const asc_catalogue asc_dodgem_catalogues[] = {{NULL, NULL}};

enum { EDITS = 160, GAMES = 6 };

typedef struct board {
  asc_rules *rules;
  asc_position position;
  asc_view view;
  asc_edit_palette palette;
  asc_edit_errors errors;
} board;

static void refresh(board *b) {
  asc_position_view(b->rules, &b->position, NULL, 0, &b->view);
  asc_edit_describe(b->rules, &b->position, &b->palette);
  (void)asc_edit_check(b->rules, &b->position, &b->errors);
}

static void board_open(board *b, const char *spec, const char *position) {
  asc_error error;
  memset(b, 0, sizeof *b);
  if (asc_rules_open(&b->rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  if (position == NULL)
    asc_position_start(b->rules, &b->position);
  else if (asc_position_read(b->rules, position, &b->position, &error) < 0)
    fail_msg("%s: %s", position, error.reason);
  refresh(b);
}

static int find_tool(const board *b, const char *id) {
  for (int i = 0; i < b->palette.tool_count; i++)
    if (strcmp(b->palette.tools[i].id, id) == 0) return i;
  return -1;
}

static void assert_has_sentences(const board *b, const asc_message *message) {
  for (const asc_catalogue *c = b->rules->game->catalogues; c->language != NULL; c++) {
    char sentence[ASC_SENTENCE_MAX];
    if (asc_message_write(b->rules, c->language, message, sentence, sizeof sentence) < 0)
      fail_msg("%s: %s in %s", b->rules->game->id, message->key, c->language);
  }
}

static void assert_palette_has_sentences(const board *b) {
  for (int i = 0; i < b->palette.tool_count; i++) assert_has_sentences(b, &b->palette.tools[i].name);
  for (int i = 0; i < b->palette.field_count; i++) {
    const asc_edit_field *field = &b->palette.fields[i];
    assert_has_sentences(b, &field->label);
    assert_true(field->type == ASC_EDIT_FIELD_CHOICE || (field->value >= field->min && field->value <= field->max));
    for (int k = 0; k < field->choice_count; k++) assert_has_sentences(b, &field->choices[k]);
  }
}

/* Positions that `check` accepts can be written, read and played. Errors of others are explained, and a running game
   can still be opened. */
static void assert_consistent(const board *b) {
  char text[ASC_POSITION_TEXT_MAX];
  asc_position again;
  asc_error error;
  asc_play *play;
  bool is_valid = asc_position_check(b->rules, &b->position, &error) == ASC_OK;
  assert_int_equal(is_valid, b->errors.count == 0);
  int length = asc_position_write(b->rules, &b->position, text, sizeof text);
  for (int i = 0; i < b->errors.count; i++) {
    const asc_edit_error *edit_error = &b->errors.list[i];
    if (edit_error->message.key != NULL) assert_has_sentences(b, &edit_error->message);
    assert_true((edit_error->message.key != NULL) != (edit_error->reason[0] != '\0'));
  }
  assert_int_equal(asc_play_open(&play, b->rules, &b->position), ASC_OK);
  if (is_valid) {
    assert_true(length > 0);
    memset(&again, 0, sizeof again);
    if (asc_position_read(b->rules, text, &again, &error) < 0) fail_msg("%s: %s", text, error.reason);
    assert_memory_equal(&again, &b->position, b->rules->position_size);
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(b->rules, &b->position, moves);
    asc_outcome outcome;
    assert_int_equal(count == 0, asc_position_outcome(b->rules, &b->position, &outcome));
    for (int i = 0; i < count; i += 1 + count / 8) {
      again = b->position;
      asc_position_play(b->rules, &again, moves[i]);
      if (asc_position_check(b->rules, &again, &error) < 0) fail_msg("%s, a move later: %s", text, error.reason);
    }
  }
  asc_play_close(play);
}

static void edit_randomly(board *b, asc_random *random) {
  const char *place = b->view.places[asc_random_below(random, (uint32_t)b->view.place_count)].id;
  const char *other = b->view.places[asc_random_below(random, (uint32_t)b->view.place_count)].id;
  int tool = (int)asc_random_below(random, (uint32_t)b->palette.tool_count);
  int field = b->palette.field_count == 0 ? 0 : (int)asc_random_below(random, (uint32_t)b->palette.field_count);
  switch (asc_random_below(random, 8)) {
  case 0:
  case 1: (void)asc_edit_remove(b->rules, &b->position, place); break;
  case 2: (void)asc_edit_move(b->rules, &b->position, place, other); break;
  case 3:
    if (b->palette.field_count > 0)
      assert_true(asc_edit_set(b->rules, &b->position, field, (int)asc_random_below(random, 260) - 4));
    break;
  default: (void)asc_edit_place(b->rules, &b->position, tool, place); break;
  }
  refresh(b);
}

static void assert_consistent_after_edits(board *b, asc_random *random) {
  for (int k = 0; k < EDITS; k++) {
    if (k == EDITS / 2) asc_edit_clear(b->rules, &b->position), refresh(b);
    edit_randomly(b, random);
    assert_consistent(b);
  }
}

static void test_any_edit_leaves_a_consistent_board(void **state) {
  (void)state;
  test_specs specs;
  asc_random random;
  assert_true(specs_load(&specs));
  asc_random_seed(&random, 25);
  for (int i = 0; i < specs.count; i++) {
    board b;
    board_open(&b, specs.texts[i], NULL);
    assert_palette_has_sentences(&b);
    if (asc_edit_is_supported(b.rules)) assert_consistent_after_edits(&b, &random);
    asc_rules_close(b.rules);
  }
}

static void play_randomly(board *b, asc_random *random, int plies) {
  asc_move moves[ASC_MOVES_MAX];
  for (int ply = 0; ply < plies; ply++) {
    int count = asc_position_moves(b->rules, &b->position, moves);
    if (count == 0) break;
    asc_position_play(b->rules, &b->position, moves[asc_random_below(random, (uint32_t)count)]);
  }
  refresh(b);
}

static int find_tool_of_kind(const board *b, int kind) {
  for (int i = 0; i < b->palette.tool_count; i++)
    if (b->palette.tools[i].kind == kind) return i;
  return -1;
}

static int find_place(const asc_view *view, const char *id) {
  for (int i = 0; i < view->place_count; i++)
    if (strcmp(view->places[i].id, id) == 0) return i;
  return -1;
}

/* Removes pieces and ground that are not in `wanted` and places those that are, as far as the places exist. */
static void copy_pieces(board *b, const board *wanted) {
  for (int i = 0; i < b->view.place_count;) {
    const asc_place *place = &b->view.places[i];
    int at = find_place(&wanted->view, place->id);
    bool has_no_ground = at < 0 || wanted->view.places[at].ground == ASC_NO_KIND;
    bool must_remove = place->piece != ASC_NO_KIND || (place->ground != ASC_NO_KIND && has_no_ground);
    if (must_remove) assert_true(asc_edit_remove(b->rules, &b->position, place->id));
    if (must_remove) refresh(b);
    i = must_remove ? 0 : i + 1;
  }
  for (int i = 0; i < wanted->view.place_count; i++) {
    const asc_place *place = &wanted->view.places[i];
    int at = find_place(&b->view, place->id);
    if (at < 0) continue;
    if (place->ground != ASC_NO_KIND) {
      (void)asc_edit_place(b->rules, &b->position, find_tool_of_kind(b, place->ground), place->id);
      refresh(b);
      at = find_place(&b->view, place->id);
      for (int turn = b->view.places[at].ground_turns; turn % 4 != place->ground_turns; turn++)
        (void)asc_edit_place(b->rules, &b->position, find_tool(b, "turn"), place->id);
    }
    if (place->piece != ASC_NO_KIND)
      (void)asc_edit_place(b->rules, &b->position, find_tool_of_kind(b, place->piece), place->id);
    refresh(b);
  }
}

/* Sets Kulami's last marble, and any hole of the tile played before it, as the text has them. */
static void set_last_marbles(board *b, const char *text) {
  const char *last = strrchr(text, ':') - 1;
  while (last[-1] != ':') last--;
  char id[ASC_TOKEN_MAX] = "";
  memcpy(id, last, strcspn(last, ":"));
  if (id[0] != '-') assert_true(asc_edit_place(b->rules, &b->position, find_tool(b, "last"), id));
  char tile[] = {strrchr(text, ':')[1], '\0'};
  for (int i = 0; i < b->view.place_count && tile[0] != '-'; i++) {
    if (strcmp(b->view.regions[b->view.places[i].region].name.args[0].text, tile) != 0) continue;
    assert_true(asc_edit_place(b->rules, &b->position, find_tool(b, "before"), b->view.places[i].id));
    break;
  }
}

static void test_a_position_can_be_rebuilt_by_edits(void **state) {
  (void)state;
  test_specs specs;
  asc_random random;
  assert_true(specs_load(&specs));
  asc_random_seed(&random, 26);
  for (int i = 0; i < specs.count * GAMES; i++) {
    board wanted, b;
    char text[ASC_POSITION_TEXT_MAX];
    board_open(&wanted, specs.texts[i / GAMES], NULL);
    if (!asc_edit_is_supported(wanted.rules)) {
      asc_rules_close(wanted.rules);
      continue;
    }
    play_randomly(&wanted, &random, (int)asc_random_below(&random, 400));
    assert_int_equal(wanted.errors.count, 0);
    assert_true(asc_position_write(wanted.rules, &wanted.position, text, sizeof text) > 0);
    board_open(&b, specs.texts[i / GAMES], NULL);
    asc_edit_clear(b.rules, &b.position);
    refresh(&b);
    for (int tries = 0; tries < 6; tries++) copy_pieces(&b, &wanted);
    for (int field = 0; field < b.palette.field_count; field++) {
      int value = wanted.palette.fields[field].value;
      /* No player to move follows from a stage. If a switch excludes a number, the number counts. */
      bool is_derived = value < 0 || (wanted.palette.fields[field].type == ASC_EDIT_FIELD_SWITCH && value == 0 &&
                                      b.palette.fields[field].value == 0);
      if (!is_derived) assert_true(asc_edit_set(b.rules, &b.position, field, value));
      refresh(&b);
    }
    if (find_tool(&b, "last") >= 0) set_last_marbles(&b, text);
    refresh(&b);
    char again[ASC_POSITION_TEXT_MAX];
    assert_true(asc_position_write(b.rules, &b.position, again, sizeof again) > 0);
    assert_string_equal(again, text);
    assert_memory_equal(&b.position, &wanted.position, b.rules->position_size);
    assert_int_equal(b.errors.count, 0);
    asc_rules_close(wanted.rules);
    asc_rules_close(b.rules);
  }
}

/* Edits a board: "+white a1" places, "-a1" removes, ">a1 b2" moves, "=stage 3" sets and "0" clears; ';' separates. */
static void apply_edits(board *b, const char *edits) {
  char text[512], *rest = text;
  (void)snprintf(text, sizeof text, "%s", edits);
  for (char *edit; (edit = strsep(&rest, ";")) != NULL; refresh(b)) {
    char first[ASC_TOKEN_MAX] = "", second[ASC_TOKEN_MAX] = "";
    if (edit[0] == '\0') continue;
    (void)sscanf(edit + 1, "%23s %23s", first, second);
    bool done = true;
    if (edit[0] == '+') done = asc_edit_place(b->rules, &b->position, find_tool(b, first), second);
    if (edit[0] == '-') done = asc_edit_remove(b->rules, &b->position, first);
    if (edit[0] == '>') done = asc_edit_move(b->rules, &b->position, first, second);
    if (edit[0] == '0') asc_edit_clear(b->rules, &b->position);
    if (edit[0] == '=') {
      int field = 0;
      while (field < b->palette.field_count && strcmp(b->palette.fields[field].id, first) != 0) field++;
      done = asc_edit_set(b->rules, &b->position, field, atoi(second));
    }
    if (!done) fail_msg("%s of %s", edit, edits);
  }
}

typedef struct edit_case {
  const char *spec, *position, *edits;
  const char *errors; /* keys separated by spaces, or '!' and the reason of `check` */
  const char *places; /* of the first error */
  const char *fields; /* of the first error */
} edit_case;

#define DELTA "1:...../...../..wb./..wb./.....:w7b7:w"
#define NEO "1:....../....../...w../....../..bb../...r..:w8b7:w"
#define KULAMI "1:oooooooo/oooBoRoo/oooooooo/oooooooo/oooRoooo/oooooooo/oooooooo/oooooooo:f7:E"
#define DELFINO "1:1.1:0123/0123/0123/0123:4.1,1.4:0,0:2:move4:100:-"
#define CIRCLE "1:g....w.ww..b/.rrr.gg...../.....rw...w./..b...g...b.:w:first:4:5:0"
#define ROSE "circle-delta:board=rose,petals=6"

static const edit_case cases[] = {
    {"delta", DELTA, "", "", "", ""},
    {"delta", DELTA, "+white a1;+white a2;+white a3;+white a4;+white a5;+white b1;+white b2;+white b3;+white b4",
     "edit.many-white edit.ahead-white", "a1 a2 a3 a4 a5 b1 b2 b3 b4 c2 c3", ""},
    {"delta", DELTA, "+black a1;+black a2;+black a3;+black a4;+black a5;+black b1;+black b2;+black b3",
     "edit.many-black edit.ahead-black", "a1 a2 a3 a4 a5 b1 b2 b3 d2 d3", ""},
    {"delta", DELTA, "0", "edit.few-white edit.few-black", "", ""},
    {"delta", DELTA, "=to-move 1", "edit.turn-white", "", "to-move"},
    {"delta", DELTA, "+white e1", "edit.turn-black", "", "to-move"},
    {"delta", DELTA, "+white e1;=to-move 1", "", "", ""},
    {"delta", DELTA, "+white e1;+white e2", "edit.ahead-white", "", ""},
    {"delta", DELTA, ">c3 e5", "", "", ""},
    {"delta", DELTA, "=stage 3", "!ply 4 is Black's", "", "to-move stage"},
    {"delta", DELTA, "+white c4;+white c5;+black a1;+black a2", "!White has a relay: the game ended before this turn",
     "", "to-move"},
    {"neo-delta", NEO, "-d1", "edit.no-red", "", ""},
    {"neo-delta", NEO, "-d1;+red a1;+red f6", "", "", ""},
    {"neo-delta", NEO, "-d4", "!after the fourth ply White has a pawn on the board", "", "to-move"},
    {"kulami", KULAMI, "", "", "", ""},
    {"kulami", KULAMI, "+red a1", "edit.ahead-red", "", ""},
    {"kulami", KULAMI, "-f7", "edit.last-missing-black", "d7", ""},
    {"kulami", KULAMI, "-f7;-d4", "edit.ahead-black", "", ""},
    {"kulami", KULAMI, "+last f7", "edit.last-missing-red", "d4 f7", ""},
    {"kulami", KULAMI, "+last d7", "edit.last-red", "d7", ""},
    {"kulami", KULAMI, "+black a1", "edit.last-black", "f7", ""},
    {"kulami", KULAMI, "0;+last a1", "edit.last-none", "a1", ""},
    {"kulami", KULAMI, ">f7 f6", "edit.before-line-black", "d7 e7 d6 e6", ""},
    {"kulami", KULAMI, ">d7 a1", "edit.before-empty-black", "d7 e7 d6 e6", ""},
    {"kulami", KULAMI, "+before d7", "edit.before-missing", "", ""},
    {"kulami", KULAMI, "+before f6", "edit.before-same", "f7 f6", ""},
    {"kulami", KULAMI, "-d7;-d4", "edit.before-none", "d7 e7 d6 e6", ""},
    {"kulami", KULAMI, "+black a7;+last a7", "edit.before-empty-red", "d7 e7 d6 e6", ""},
    {"kulami", KULAMI, "+black a7;+last a7;+before d4", "edit.before-line-red", "c5 d5 e5 c4 d4 e4", ""},
    {"delfino", DELFINO, "", "", "", ""},
    {"delfino", DELFINO, "-2.2", "edit.few-cards", "", ""},
    {"delfino", DELFINO, "-2.2;+card 5.1;+card 2.2", "edit.many-cards", "", ""},
    {"delfino", DELFINO, "+turn 1.1;+turn 1.1;+turn 1.1;+turn 1.1", "", "", ""},
    {"delfino", DELFINO, ">4.1 2.2", "", "", ""},
    {"delfino", DELFINO, "-4.1", "edit.pawn-1", "", ""},
    {"delfino", DELFINO, "-1.4;=steps 0", "edit.pawn-2 edit.no-steps", "", ""},
    {"delfino:players=4", NULL, "=stage 1", "edit.pawn-1 edit.pawn-2 edit.pawn-3 edit.pawn-4", "", ""},
    {"delfino", DELFINO, "=steps 0", "edit.no-steps", "", "steps"},
    {"delfino", DELFINO, "=out-2 1", "edit.out-turn", "1.4", "to-move out-2"},
    {"delfino", DELFINO, "=pawn-1 5", "!player 1 has 5 points: the game is over", "", "stage steps"},
    {"delfino", DELFINO, "=quiet 0;=steps 3", "!player 2 has scored in this turn and has no point", "", "quiet"},
    {ROSE, CIRCLE, "", "", "", ""},
    {ROSE, CIRCLE, "=white 6", "edit.many-white", "a6 a8 a9 c7 c11", "white"},
    {ROSE, CIRCLE, "=black 8", "edit.many-black", "a12 d3 d11", "black"},
    {ROSE, CIRCLE, "-a1;-b2", "edit.few-red edit.few-green", "", ""},
    {ROSE, CIRCLE, "+red d1", "edit.many-red", "b2 b3 b4 c6 d1", ""},
    {ROSE, CIRCLE, "+green d1", "edit.many-green", "a1 b6 b7 d7 d1", ""},
    {ROSE, CIRCLE, "+white b3;+red d1", "edit.locked", "b3", ""},
    {ROSE, CIRCLE, "=stage 3;=quiet 6", "!after 6 quiet turns the game is over and no act is due", "", "quiet stirred"},
    {ROSE, CIRCLE, "=stage 0", "!white and black men are only put after the preparation", "", ""},
};

static void names_add(char *text, const char *name) {
  if (text[0] != '\0') (void)strcat(text, " ");
  (void)strcat(text, name);
}

static bool same_names(const char *one, const char *other) {
  char names[1024], *rest = names;
  if (strlen(one) != strlen(other)) return false;
  (void)snprintf(names, sizeof names, "%s", one);
  for (char *name; (name = strsep(&rest, " ")) != NULL;)
    if (strstr(other, name) == NULL) return false;
  return true;
}

static void test_errors_are_reported_with_their_places(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const edit_case *expected = &cases[i];
    board b;
    char errors[2048] = "", places[1024] = "", fields[256] = "";
    board_open(&b, expected->spec, expected->position);
    apply_edits(&b, expected->edits);
    assert_consistent(&b);
    for (int k = 0; k < b.errors.count; k++) {
      if (b.errors.list[k].message.key != NULL) names_add(errors, b.errors.list[k].message.key);
      if (b.errors.list[k].message.key == NULL) (void)strcat(strcat(errors, "!"), b.errors.list[k].reason);
    }
    for (int k = 0; k < b.view.place_count && b.errors.count > 0; k++)
      if (b.errors.list[0].places[k]) names_add(places, b.view.places[k].id);
    for (int k = 0; k < b.palette.field_count && b.errors.count > 0; k++)
      if (b.errors.list[0].fields[k]) names_add(fields, b.palette.fields[k].id);
    if (strcmp(errors, expected->errors) != 0 || !same_names(places, expected->places) ||
        !same_names(fields, expected->fields))
      fail_msg("%s, %s: %s at [%s] [%s]", expected->spec, expected->edits, errors, places, fields);
    asc_rules_close(b.rules);
  }
}

/* More marbles than a player has, up to a full board. */
static void test_a_board_can_be_filled(void **state) {
  (void)state;
  static const char *const tools[] = {"red", "black"};
  static const char *const many[] = {"edit.many-red", "edit.many-black"};
  static const char *const ahead[] = {"edit.ahead-red", "edit.ahead-black"};
  for (int colour = 0; colour < 2; colour++) {
    board b;
    board_open(&b, "kulami:level=3", NULL);
    for (int i = 0; i < b.view.place_count; i++)
      assert_true(asc_edit_place(b.rules, &b.position, find_tool(&b, tools[colour]), b.view.places[i].id));
    refresh(&b);
    assert_consistent(&b);
    assert_string_equal(b.errors.list[0].message.key, many[colour]);
    assert_string_equal(b.errors.list[1].message.key, ahead[colour]);
    assert_true(b.errors.list[0].places[63]);
    asc_rules_close(b.rules);
  }
}

/* An edit whose result a position cannot hold is rejected and changes nothing. */
static void test_edits_that_do_not_fit_are_rejected(void **state) {
  (void)state;
  board b;
  board_open(&b, "delfino", DELFINO);
  asc_position before = b.position;
  assert_false(asc_edit_place(b.rules, &b.position, find_tool(&b, "card"), "9.9"));
  assert_false(asc_edit_place(b.rules, &b.position, 99, "1.1"));
  assert_false(asc_edit_place(b.rules, &b.position, -1, "1.1"));
  assert_false(asc_edit_set(b.rules, &b.position, 99, 0));
  assert_false(asc_edit_move(b.rules, &b.position, "1.1", "1.1"));
  assert_false(asc_edit_move(b.rules, &b.position, "1.1", "2.1"));
  assert_memory_equal(&b.position, &before, b.rules->position_size);
  /* Cards side by side in one row, as far as a position can hold them. */
  apply_edits(&b, "-1.1;-2.1;-3.1;-1.2;-2.2;-3.2;-4.2;-1.3;-2.3");
  int placed = 0;
  for (int x = 5; x < 40; x++) {
    char place[ASC_TOKEN_MAX];
    (void)snprintf(place, sizeof place, "%d.4", x);
    if (!asc_edit_place(b.rules, &b.position, find_tool(&b, "card"), place)) break;
    refresh(&b);
    assert_consistent(&b);
    placed++;
  }
  assert_int_equal(placed, 8);
  asc_rules_close(b.rules);
}

static void test_a_message_without_a_key_is_an_empty_text(void **state) {
  (void)state;
  const asc_message none = {0};
  char text[ASC_SENTENCE_MAX] = "before";
  assert_int_equal(asc_message_write(NULL, "en", &none, text, sizeof text), 0);
  assert_string_equal(text, "");
  (void)snprintf(text, sizeof text, "before");
  assert_int_equal(asc_catalogue_write(asc_game_at(0)->catalogues, &none, text, sizeof text), 0);
  assert_string_equal(text, "");
}

/* A game without an editor whose position text shows the board. */
static void test_a_game_without_an_editor_gets_the_default_one(void **state) {
  (void)state;
  board b = {0};
  asc_error error;
  assert_int_equal(asc_rules_open_game(&b.rules, &asc_noughts_game, "", &error), ASC_OK);
  asc_position_start(b.rules, &b.position);
  assert_true(asc_edit_is_supported(b.rules));
  refresh(&b);
  assert_int_equal(b.palette.tool_count, 2);
  assert_int_equal(b.palette.field_count, 0);
  apply_edits(&b, "+nought a1;+nought b2");
  assert_int_equal(b.palette.tools[0].count, 2);
  assert_int_equal(b.errors.count, 1);
  assert_string_equal(b.errors.list[0].reason, "Nought is 2 men ahead; 0 or 1 is possible");
  apply_edits(&b, "+cross c3;>a1 a3");
  assert_int_equal(b.errors.count, 0);
  char text[ASC_POSITION_TEXT_MAX];
  (void)asc_position_write(b.rules, &b.position, text, sizeof text);
  assert_string_equal(text, "1:o.x/.o./...");
  apply_edits(&b, "-c3;-b2;-a3");
  assert_int_equal(b.palette.tools[0].count + b.palette.tools[1].count, 0);
  apply_edits(&b, "+cross c1;0");
  assert_int_equal(b.errors.count, 0);
  asc_rules_close(b.rules);
}

/* A game with its own editor: an option, a field for the turn, errors with their places. */
static void test_a_game_may_have_its_own_editor(void **state) {
  (void)state;
  for (int size = 3; size <= 5; size++) {
    board b = {0};
    asc_error error;
    asc_random random;
    char spec[ASC_SPEC_MAX], text[ASC_POSITION_TEXT_MAX];
    (void)snprintf(spec, sizeof spec, "size=%d", size);
    asc_random_seed(&random, 27);
    assert_int_equal(asc_rules_open_game(&b.rules, &asc_dodgem_game, spec, &error), ASC_OK);
    asc_position_start(b.rules, &b.position);
    assert_true(asc_edit_is_supported(b.rules));
    refresh(&b);
    assert_consistent_after_edits(&b, &random);
    apply_edits(&b, "0;+east a1;+north a2;=to-move 1");
    assert_int_equal(b.errors.count, 0);
    assert_true(asc_position_write(b.rules, &b.position, text, sizeof text) > 0);
    assert_string_equal(strrchr(text, ':'), ":n");
    apply_edits(&b, "-a2");
    assert_string_equal(b.errors.list[0].reason, "the player to move has no car: the game ended before");
    apply_edits(&b, "+east a2;+east a3;+east b1;+east b2;+east b3;+north c3");
    assert_string_equal(b.errors.list[0].message.key, "edit.many-east");
    asc_rules_close(b.rules);
  }
}

/* A game whose position text does not show the board has no editor, and edits do nothing. */
static void test_a_position_text_without_a_board_gives_no_editor(void **state) {
  (void)state;
  asc_game game = *asc_game_find("delfino");
  game.editor = NULL;
  board b = {0};
  asc_error error;
  assert_int_equal(asc_rules_open_game(&b.rules, &game, "", &error), ASC_OK);
  asc_position_start(b.rules, &b.position);
  asc_position before = b.position;
  assert_false(asc_edit_is_supported(b.rules));
  assert_false(asc_edit_remove(b.rules, &b.position, "1.1"));
  assert_memory_equal(&b.position, &before, b.rules->position_size);
  asc_rules_close(b.rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_any_edit_leaves_a_consistent_board),
      cmocka_unit_test(test_a_position_can_be_rebuilt_by_edits),
      cmocka_unit_test(test_errors_are_reported_with_their_places),
      cmocka_unit_test(test_a_board_can_be_filled),
      cmocka_unit_test(test_edits_that_do_not_fit_are_rejected),
      cmocka_unit_test(test_a_message_without_a_key_is_an_empty_text),
      cmocka_unit_test(test_a_game_without_an_editor_gets_the_default_one),
      cmocka_unit_test(test_a_game_may_have_its_own_editor),
      cmocka_unit_test(test_a_position_text_without_a_board_gives_no_editor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
