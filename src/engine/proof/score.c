/* The score of a position by questions that are answered with yes or no.

   A question is put for the player who hopes for more than 0, so that a draw never helps him; from what he cannot reach
   follows what the other holds. The first question aims at a guess and the second right beside it, which is all it
   takes when the guess was good; the others halve what is left. As long as it is open who wins, the players take turns,
   and while neither has an answer they are given more and more nodes. */
#include "proof.h"

enum { FIRST_NODES = 1 << 20, GROWTH = 4 };

typedef struct asc_closing {
  asc_search *search;
  asc_proof_score *score;
  int turn; /* the player to move */
  int answers;
  bool was_yes;  /* the last of them */
  bool has_news; /* in this round */
  bool was_cut;  /* in this round a question ran out of nodes */
} asc_closing;

/* The score to ask for on behalf of a player who is known to reach `least` and at most `most`. */
static int32_t aim_of(const asc_closing *closing, int32_t guess, int32_t least, int32_t most) {
  int32_t low = (least > 0 ? least : 0) + 1, aim = low + (most - low) / 2;
  if (closing->answers == 0) aim = guess;
  if (closing->answers == 1) aim = closing->was_yes ? low : most;
  return aim < low ? low : aim > most ? most : aim;
}

static void learn(asc_closing *closing, const asc_proof_question *question, const asc_proof_result *result) {
  asc_proof_score *score = closing->score;
  bool own = question->player == closing->turn;
  int32_t reached = own ? result->score : -result->score;
  closing->answers++;
  closing->was_yes = result->answer == PROOF_YES;
  (closing->was_yes ? score->yes : score->no)[question->player - 1] = question->score;
  closing->has_news = true;
  if (closing->was_yes && own && result->length > 0) score->first = result->line[0];
  if (closing->was_yes == own)
    score->least = reached;
  else
    score->most = reached;
  if (score->news != NULL) score->news(score->data, score);
}

/* One question on behalf of a player, if he can still hope for more. */
static int ask(asc_closing *closing, int player, uint64_t nodes) {
  asc_proof_score *score = closing->score;
  bool own = player == closing->turn;
  int32_t least = own ? score->least : -score->most, most = own ? score->most : -score->least;
  if (most <= 0 || least == most) return ASC_OK;
  asc_proof_result result;
  const asc_proof_question question = {.position = score->position,
                                       .player = player,
                                       .score = aim_of(closing, own ? score->guess : -score->guess, least, most),
                                       .plies_left = score->plies_left,
                                       .nodes = nodes};
  int code = asc_proof_search(closing->search, &question, &result);
  if (code < 0) return code;
  if (result.answer != PROOF_UNKNOWN) learn(closing, &question, &result);
  closing->was_cut = closing->was_cut || (result.answer == PROOF_UNKNOWN && result.nodes >= nodes);
  return ASC_OK;
}

int asc_proof_close_in(asc_search *search, asc_proof_score *score) {
  asc_closing closing = {.search = search, .score = score};
  closing.turn = search->rules->game->turn(search->rules, score->position);
  int first = score->guess >= 0 ? closing.turn : 3 - closing.turn;
  for (uint64_t nodes = FIRST_NODES; score->least < score->most && !asc_run_is_over(search);) {
    closing.has_news = closing.was_cut = false;
    int code = ask(&closing, first, nodes);
    if (code == ASC_OK) code = ask(&closing, 3 - first, nodes);
    if (code < 0) return code;
    if (!closing.has_news && !closing.was_cut) return ASC_OK; /* more nodes would not help */
    if (!closing.has_news) nodes *= GROWTH;
  }
  return ASC_OK;
}
