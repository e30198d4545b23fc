/* How long a fight lasts.

   In the last layer the tables say so. Before it, a win of more points than a relay is worth there comes when so many
   squares are free, and every ply fills one. What is left, wins that come in the last layer or by being stuck, is
   searched: among the moves that give up no point the winner takes the shortest way, the loser the longest. */
#include "page.h"

#include "games/delta/delta.h"

#include <stdlib.h>
#include <string.h>

typedef struct memo_slot {
  uint64_t hash; /* 0: empty */
  int plies;
} memo_slot;

struct results_memo {
  memo_slot *slots;
  size_t size, used; /* a power of two */
};

void results_memo_close(results_memo *memo) {
  if (memo == NULL) return;
  free(memo->slots);
  free(memo);
}

static memo_slot *memo_find(const results_memo *memo, uint64_t hash) {
  size_t at = (size_t)hash & (memo->size - 1);
  while (memo->slots[at].hash != 0 && memo->slots[at].hash != hash) at = (at + 1) & (memo->size - 1);
  return &memo->slots[at];
}

static bool memo_grow(results_memo *memo) {
  results_memo wider = {.size = memo->size == 0 ? 1 << 16 : 2 * memo->size, .used = memo->used};
  wider.slots = calloc(wider.size, sizeof *wider.slots);
  if (wider.slots == NULL) return false;
  for (size_t i = 0; i < memo->size; i++)
    if (memo->slots[i].hash != 0) *memo_find(&wider, memo->slots[i].hash) = memo->slots[i];
  free(memo->slots);
  *memo = wider;
  return true;
}

static bool memo_put(results_memo *memo, uint64_t hash, int plies) {
  if (2 * memo->used >= memo->size && !memo_grow(memo)) return false;
  *memo_find(memo, hash) = (memo_slot){hash, plies};
  memo->used++;
  return true;
}

/* The same for all images of a position. */
static uint64_t class_hash(const results_page *page, const void *position) {
  uint64_t least = UINT64_MAX;
  asc_position image;
  for (int s = 0; s < page->rules->symmetries; s++) {
    asc_position_transform(page->rules, s, position, &image);
    uint64_t hash = asc_position_hash(page->rules, &image);
    if (hash < least) least = hash;
  }
  return least + (least == 0);
}

static int fight_search(results_page *page, const void *position, const asc_truth *truth, int *plies);

static int fight_known(results_page *page, const void *position, const asc_truth *truth, int *plies) {
  const delta_position *delta = position;
  int squares = page->plan.board.squares, pawns = asc_bits_count(delta_men(delta)), points = abs(truth->points);
  *plies = truth->plies;
  if (points == 0 || pawns == page->last->pawns) return ASC_OK;
  if (points > page->last->relay && points > 1) {
    *plies = squares - points - pawns;
    return ASC_OK;
  }
  return fight_search(page, position, truth, plies);
}

/* Plies until the end after a move that is worth `points` to who makes it, himself included; 0: it is worth less. */
static int move_follow(results_page *page, const void *position, asc_move move, int points, int *plies) {
  asc_position next;
  asc_outcome outcome;
  asc_truth truth;
  int player = asc_position_turn(page->rules, position);
  memset(&next, 0, sizeof next);
  memcpy(&next, position, page->rules->position_size);
  asc_position_play(page->rules, &next, move);
  *plies = 0;
  if (asc_position_outcome(page->rules, &next, &outcome)) {
    if ((outcome.points[player - 1] - outcome.points[2 - player]) / 2 == points) *plies = 1;
    return ASC_OK;
  }
  int code = asc_tablebase_probe(page->tables, &next, &truth);
  if (code != 1) return results_fail(page, code < 0 ? code : ASC_E_STATE);
  if (truth.points != -points) return ASC_OK;
  code = fight_known(page, &next, &truth, plies);
  *plies += 1;
  return code;
}

static int fight_search(results_page *page, const void *position, const asc_truth *truth, int *plies) {
  uint64_t hash = class_hash(page, position);
  const memo_slot *slot = page->memo->size > 0 ? memo_find(page->memo, hash) : NULL;
  if (slot != NULL && slot->hash == hash) {
    *plies = slot->plies;
    return ASC_OK;
  }
  asc_move *moves = malloc((size_t)page->rules->moves_max * sizeof *moves);
  if (moves == NULL) return results_fail(page, ASC_E_MEMORY);
  int count = asc_position_moves(page->rules, position, moves), best = 0, code = ASC_OK;
  for (int i = 0; i < count && code == ASC_OK; i++) {
    int found;
    code = move_follow(page, position, moves[i], truth->points, &found);
    if (found > 0 && (best == 0 || (truth->points > 0 ? found < best : found > best))) best = found;
  }
  free(moves);
  *plies = best;
  if (code == ASC_OK && !memo_put(page->memo, hash, best)) code = results_fail(page, ASC_E_MEMORY);
  return code;
}

int results_fight(results_page *page, const void *position, int *plies) {
  asc_truth truth;
  if (page->memo == NULL) page->memo = calloc(1, sizeof *page->memo);
  if (page->memo == NULL) return results_fail(page, ASC_E_MEMORY);
  int code = asc_tablebase_probe(page->tables, position, &truth);
  if (code != 1) return results_fail(page, code < 0 ? code : ASC_E_STATE);
  return fight_known(page, position, &truth, plies);
}

/* The first, in the order of the list, of the moves after which the fight is as long as it should be. */
static int line_step(results_page *page, asc_position *position, int plies, char token[ASC_TOKEN_MAX]) {
  asc_probe list;
  int code = results_probe(page, position, &list), found = 0;
  if (code < 0) return code;
  for (int i = 0; i < results_best_count(&list) && code == ASC_OK; i++) {
    asc_move move;
    code = asc_move_read(page->rules, position, list.moves[i].token, &move, &page->error);
    if (code == ASC_OK) code = move_follow(page, position, move, list.truth.points, &found);
    if (code == ASC_OK && found == plies) {
      (void)snprintf(token, ASC_TOKEN_MAX, "%s", list.moves[i].token);
      asc_position_play(page->rules, position, move);
      break;
    }
  }
  asc_probe_close(&list);
  return code == ASC_OK && found != plies ? results_fail(page, ASC_E_STATE) : code;
}

int results_line(results_page *page, const void *position, int *plies) {
  enum { WIDTH = 116 };
  asc_position now = {0};
  memcpy(&now, position, page->rules->position_size);
  int code = results_fight(page, position, plies), width = 0;
  fputs("```\n", page->out);
  for (int left = *plies; left > 0 && code == ASC_OK; left--) {
    char token[ASC_TOKEN_MAX] = "";
    code = line_step(page, &now, left, token);
    int length = (int)strlen(token);
    if (width > 0) fputs(width + length >= WIDTH ? "\n" : " ", page->out);
    width = width + length >= WIDTH ? length : width + length + 1;
    fputs(token, page->out);
  }
  fputs("\n```\n\n", page->out);
  return code;
}
