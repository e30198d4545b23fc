/* What the engine says when a person asks it. */
#include "front.h"

#include "cli/cli.h"
#include "cli/speech/language.h"
#include "play/touch.h"
#include "study/score.h"
#include "study/verdict.h"

#include <stdio.h>
#include <string.h>

enum { EXPECTED_PLIES = 10 };

/* The engine thinks about the game, or about some moves of it. False after having said that it cannot. */
static bool judge(play_front *front, const asc_move *moves, int count, asc_line *line) {
  char words[64];
  say_to(words, "play.thinking");
  int code = engine_judge(&front->engine, &front->table, moves, count, front->input.terminal ? words : NULL, line);
  if (code < 0) words_refuse(asc_strerror(code));
  return code >= 0 && input_signal() == 0;
}

/* The moves of the line that the player makes before the turn passes on. */
static int own_plies(const play_table *table, const asc_line *line) {
  asc_position position;
  memcpy(&position, asc_play_position(table->play), table->rules->position_size);
  int turn = asc_play_turn(table->play), count = 0;
  while (count < line->length && asc_position_turn(table->rules, &position) == turn)
    asc_position_play(table->rules, &position, line->moves[count++]);
  return count;
}

void advice_move(play_front *front, const asc_steps *touched) {
  const play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  asc_move moves[ASC_MOVES_MAX];
  asc_line line;
  int count = asc_touch_narrow(table->play, touched, moves, NULL);
  if (turn < 1 || count < 2 || !judge(front, touched->count > 0 ? moves : NULL, count, &line)) return;
  char best[ASC_LINE_TEXT_MAX], name[ASC_SENTENCE_MAX], verdict[ASC_VERDICT_MAX];
  char text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX + ASC_VERDICT_MAX];
  asc_verdict own = asc_verdict_for(table->rules, &line, turn, turn);
  (void)asc_line_write(table->rules, asc_play_position(table->play), line.moves, own_plies(table, &line), best,
                       sizeof best);
  table_seat_name(table, turn, name);
  bool exact = own.certainty == ASC_EXACT, these = touched->count > 0;
  say_to(text,
         these   ? exact ? "hint.these-is" : "hint.these-seems"
         : exact ? "hint.is"
                 : "hint.seems",
         WORD("moves", best), WORD("verdict", asc_verdict_write(table->rules, &own, name, language_now(), verdict)));
  front_say(front, text);
}

/* The chances of everybody, where the dice may fall this way or that. */
static void chances_print(const play_front *front, const asc_line *line) {
  enum { PERCENT = 100 }; /* hundredths */
  const play_table *table = &front->table;
  char chances[ASC_PLAYERS_MAX * ASC_SENTENCE_MAX] = "", text[sizeof chances + ASC_SENTENCE_MAX];
  int32_t shares[ASC_PLAYERS_MAX];
  asc_chances_round(line->chances, table->rules->players, PERCENT, shares);
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char name[ASC_SENTENCE_MAX];
    size_t length = strlen(chances);
    table_seat_name(table, seat, name);
    (void)snprintf(chances + length, sizeof chances - length, "%s%s %d %%", seat > 1 ? ", " : "", name,
                   (int)shares[seat - 1] / PERCENT);
  }
  say_to(text, line->certainty == ASC_EXACT ? "eval.chances-proved" : "eval.chances", WORD("chances", chances));
  front_say(front, text);
}

void advice_value(play_front *front) {
  const play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  asc_line line;
  if (!judge(front, NULL, 0, &line)) return;
  if (turn >= 1) {
    char name[ASC_SENTENCE_MAX], text[ASC_VERDICT_MAX];
    asc_verdict own = asc_verdict_for(table->rules, &line, turn, turn);
    table_seat_name(table, turn, name);
    front_say(front, asc_verdict_write(table->rules, &own, name, language_now(), text));
  }
  if (turn < 1 || table->rules->players > 2) chances_print(front, &line);
  char moves[ASC_LINE_TEXT_MAX], text[ASC_LINE_TEXT_MAX + ASC_SENTENCE_MAX];
  int plies = line.length < EXPECTED_PLIES ? line.length : EXPECTED_PLIES;
  (void)asc_line_write(table->rules, asc_play_position(table->play), line.moves, plies, moves, sizeof moves);
  if (plies > 0) front_say(front, say_to(text, "eval.expected", WORD("moves", moves)));
}

void advice_shown(play_front *front) {
  const play_table *table = &front->table;
  int turn = asc_play_turn(table->play);
  char name[ASC_SENTENCE_MAX], verdict[ASC_VERDICT_MAX], text[ASC_VERDICT_MAX + ASC_SENTENCE_MAX];
  asc_line line;
  if (!front->evaluating || front->input.terminal || asc_play_end(table->play) != ASC_END_NONE || turn < 1) return;
  int code = engine_judge(&front->engine, table, NULL, 0, NULL, &line);
  if (code < 0) front->fault = cli_fail(code, "play", "%s", asc_strerror(code));
  if (code < 0) return;
  asc_verdict own = asc_verdict_for(table->rules, &line, turn, turn);
  table_seat_name(table, turn, name);
  asc_verdict_write(table->rules, &own, name, language_now(), verdict);
  front_say(front, say_to(text, "eval.shown", WORD("verdict", verdict)));
}

/* How sure it is, in a sign. */
static const char *sign_of(const play_front *front, asc_certainty certainty) {
  static const char *const signs[] = {[ASC_ESTIMATE] = "≈", [ASC_LOWER] = "≥", [ASC_UPPER] = "≤", [ASC_EXACT] = "="};
  static const char *const ascii[] = {[ASC_ESTIMATE] = "~", [ASC_LOWER] = ">=", [ASC_UPPER] = "<=", [ASC_EXACT] = "="};
  return front->style.unicode ? signs[certainty] : ascii[certainty];
}

const char *advice_watched(play_front *front, char text[ADVICE_WATCHED_MAX]) {
  const asc_rules *rules = front->table.rules;
  int turn = asc_play_turn(front->table.play);
  asc_line line;
  if (!watch_line(&front->watch, &line)) {
    (void)snprintf(text, ADVICE_WATCHED_MAX, "[%s]", front->style.unicode ? "…" : "...");
    return text;
  }
  asc_verdict own = asc_verdict_for(rules, &line, turn, turn);
  char number[ASC_HUNDREDTHS_MAX], decimal[ASC_HUNDREDTHS_MAX], score[ASC_HUNDREDTHS_MAX + 24];
  asc_score_number(own.certainty, own.score, number);
  asc_word word = asc_word_decimal(language_now(), "score", number, decimal);
  const char *unit = asc_score_unit(rules);
  (void)snprintf(score, sizeof score, "%s %s%s%s", sign_of(front, own.certainty),
                 own.score > 0 && unit[0] == '\0' ? "+" : "", word.text, unit);
  if (own.certainty == ASC_EXACT)
    (void)snprintf(text, ADVICE_WATCHED_MAX, "[%s]", score);
  else
    (void)asc_say(language_now(), "prompt.eval", ASC_WORDS(WORD("score", score), NUMBER("depth", own.depth)), text,
                  ADVICE_WATCHED_MAX);
  return text;
}

void advice_told(const play_front *front) {
  const char *key = !front->evaluating ? "eval.off" : front->input.terminal ? "eval.live" : "eval.on";
  say(key, WORD("guess", sign_of(front, ASC_ESTIMATE)), WORD("proved", sign_of(front, ASC_EXACT)));
}

bool advice_draw(play_front *front, int seat) {
  const play_table *table = &front->table;
  asc_line line;
  if (!judge(front, NULL, 0, &line)) return false;
  asc_verdict own = asc_verdict_for(table->rules, &line, asc_play_turn(table->play), seat);
  bool agrees = asc_verdict_suits_draw(table->rules, &own);
  char name[ASC_SENTENCE_MAX], verdict[ASC_VERDICT_MAX], text[ASC_SENTENCE_MAX + ASC_VERDICT_MAX + 16];
  table_seat_name(table, seat, name);
  say_to(text, agrees ? "draw.agrees" : "draw.declines", WORD("who", name),
         WORD("verdict", asc_verdict_write(table->rules, &own, name, language_now(), verdict)));
  front_say(front, text);
  return agrees;
}
