/* A program outside of the repository that uses the installed library: it counts the first moves of Delta, and checks
   that version, analysis, review and SVG are exported. */
#include <ascona/ascona.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what, const asc_error *error) {
  fprintf(stderr, "%s: %s\n", what, error == NULL ? "failed" : error->reason);
  return 1;
}

static bool text_has(char *text, const char *part) {
  bool has = text != NULL && strstr(text, part) != NULL;
  free(text);
  return has;
}

static int game_analyse(const asc_play *play, asc_search *search) {
  asc_analysis_options options;
  asc_analysis *analysis;
  char *text;
  size_t length;
  memset(&options, 0, sizeof options);
  options.limits.nodes = 1000;
  options.lines = 2;
  if (asc_analysis_open(&analysis, play) < 0) return fail("open an analysis", NULL);
  if (asc_analysis_run(analysis, search, &options, NULL) < 0) return fail("analyse", NULL);
  if (asc_analysis_run(analysis, search, &options, NULL) < 0) return fail("analyse again", NULL);
  if (asc_analysis_report(analysis)->line_count < 1) return fail("lines of an analysis", NULL);
  if (asc_analysis_write_json(analysis, true, &text, &length) < 0 || strlen(text) != length ||
      !text_has(text, "\"lines\":"))
    return fail("analysis as JSON", NULL);
  asc_analysis_close(analysis);
  return 0;
}

static int game_review(const asc_play *play, asc_search *search) {
  asc_search_limits limits = {0};
  asc_record_summary summary;
  asc_record *record;
  asc_review *review;
  asc_error error;
  char *text;
  size_t length;
  limits.nodes = 1000;
  if (asc_record_from_play(&record, play) < 0) return fail("make a record", NULL);
  if (asc_record_check(record, asc_play_rules(play), &summary, &error) < 0) return fail("check", &error);
  if (asc_review_open(&review, record, &summary, &error) < 0) return fail("open a review", &error);
  if (asc_review_run(review, search, &limits, NULL) < 0) return fail("review", NULL);
  if (asc_review_turn_count(review) != 2 || asc_review_turn_at(review, 2) != NULL) return fail("turns", NULL);
  if (asc_review_player_at(review, 2)->turn_count != 1) return fail("turns of Black", NULL);
  if (asc_review_write_json(review, &text, &length) < 0 || !text_has(text, "\"grade\":"))
    return fail("review as JSON", NULL);
  if (asc_review_annotate(review, &error) < 0) return fail("annotate", &error);
  if (asc_record_write(record, ASC_RECORD_TEXT, &text, &length) < 0 || !text_has(text, "{"))
    return fail("annotations", NULL);
  asc_review_close(review);
  asc_record_close(record);
  return 0;
}

static int game_draw(const asc_play *play) {
  char *text;
  size_t length;
  if (asc_svg_write_play(play, asc_play_event_count(play), &text, &length) < 0 || !text_has(text, "<svg"))
    return fail("draw", NULL);
  return asc_svg_write_play(play, asc_play_event_count(play) + 1, &text, &length) == ASC_E_STATE ? 0 : 1;
}

int main(void) {
  asc_rules *rules;
  asc_play *play;
  asc_search *search;
  asc_error error;
  if (strcmp(asc_version(), ASC_VERSION) != 0 || asc_version_number() != ASC_VERSION_NUMBER)
    return fail("version", NULL);
  if (asc_rules_open(&rules, "delta", &error) < 0) return fail("delta", &error);
  if (asc_play_open(&play, rules, NULL) < 0) return fail("open a game", NULL);
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  if (asc_play_move_text(play, "c3", &error) < 0 || asc_play_move_text(play, "b2", &error) < 0)
    return fail("move", &error);
  if (asc_search_open(&search, rules, NULL) < 0) return fail("open a search", NULL);
  int status = game_analyse(play, search) + game_review(play, search) + game_draw(play);
  asc_search_close(search);
  asc_play_close(play);
  printf("%s: %d first moves\n", rules->spec, count);
  asc_rules_close(rules);
  return status;
}
