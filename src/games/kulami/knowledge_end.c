/* The last plies of a game where only plates count, played out in full.

   Points on the board stay aside: what is sought is what the rest of the game brings, for the player to move. Which
   hollows bring something is kept from ply to ply, and a marble changes that on its own plate alone. A plate is barred
   for two plies after a marble, so three marbles in a row lie on three plates: with three plies left, what each brings
   is known from the start, and no position need be made any more.

   A search with a table would find little to remember here: the same hollows filled in another order seldom leave the
   same permission. */
#include "knowledge.h"

enum { NOT_TRIED = -KULAMI_HOLLOWS, LAST_PLIES = 3, LARGEST_PLATE = 6 };

/* A position, with the points brought since the beginning left out. */
typedef struct ending {
  kulami_stand stand;
  uint64_t open;   /* where the player to move may put a marble */
  uint64_t barred; /* the plate of the last marble, where the opponent may not answer */
  int left;        /* plies */
} ending;

typedef struct candidate {
  int promise, hollow;
  uint64_t replies;
} candidate;

ASC_INLINE uint64_t replies_to(const kulami_rules *rules, const ending *end, int hollow) {
  return rules->permission[hollow] & ~end->barred & kulami_free(&end->stand);
}

/* The least that the opponent's answer and the last marble leave of what the first one brings; no need to know it
   closer once it is not more than `enough`. */
ASC_INLINE int after_first_of_three(const kulami_rules *rules, const ending *end, int hollow, uint64_t replies,
                                    int enough) {
  const kulami_stand *stand = &end->stand;
  uint64_t third = stand->gain & kulami_free(stand) & ~rules->plates[rules->plate_of[hollow]];
  int brought = kulami_brings(rules, stand->gain, hollow), least = replies == 0 ? brought : KULAMI_HOLLOWS;
  for (; replies != 0 && least > enough; replies = asc_bits_drop(replies)) {
    int reply = asc_bits_lowest(replies);
    int rest = kulami_most(rules, rules->permission[reply] & third) - kulami_brings(rules, stand->loss, reply);
    if (brought + rest < least) least = brought + rest;
  }
  return least;
}

/* With at most three plies left. */
ASC_INLINE int last_plies(const kulami_rules *rules, const ending *end, int wanted) {
  const kulami_stand *stand = &end->stand;
  if (end->left == 1) return kulami_most(rules, end->open & stand->gain);
  int best = NOT_TRIED;
  for (uint64_t open = end->open; open != 0 && best < wanted; open = asc_bits_drop(open)) {
    int hollow = asc_bits_lowest(open), value;
    uint64_t replies = replies_to(rules, end, hollow);
    if (end->left == 2)
      value = kulami_brings(rules, stand->gain, hollow) - kulami_most(rules, replies & stand->loss);
    else
      value = after_first_of_three(rules, end, hollow, replies, best);
    if (value > best) best = value;
  }
  return best;
}

/* Four or five plies before the end the players have two or three marbles. A player's first must go where it is open.
   Two of his three can go onto one plate and bring its worth though the first of them brings nothing. */
ASC_INLINE bool is_decided(const kulami_rules *rules, const ending *end, int wanted, int *bound) {
  if (end->left > LAST_PLIES + 2) return false;
  const kulami_stand *stand = &end->stand;
  uint64_t free = kulami_free(stand);
  int first = kulami_most(rules, stand->gain & end->open), later = kulami_most(rules, stand->gain & free);
  int two = first + later;
  *bound = end->left == LAST_PLIES + 1 ? two : later + (two > LARGEST_PLATE ? two : LARGEST_PLATE);
  if (*bound < wanted) return true;
  *bound = -2 * kulami_most(rules, stand->loss & free);
  return *bound >= wanted;
}

ASC_INLINE int list_candidates(const kulami_rules *rules, const ending *end, candidate *list) {
  int count = 0;
  for (uint64_t open = end->open; open != 0; open = asc_bits_drop(open)) {
    int hollow = asc_bits_lowest(open), at = count++;
    uint64_t replies = replies_to(rules, end, hollow);
    int promise = kulami_promise(rules, &end->stand, hollow, replies);
    for (; at > 0 && list[at - 1].promise < promise; at--) list[at] = list[at - 1];
    list[at] = (candidate){promise, hollow, replies};
  }
  return count;
}

ASC_INLINE ending after(const kulami_rules *rules, const ending *end, const candidate *move) {
  const kulami_stand *stand = &end->stand;
  uint64_t plate = rules->plates[rules->plate_of[move->hollow]];
  ending next = {.stand = {.own = stand->other,
                           .other = stand->own | asc_bit(move->hollow),
                           .gain = stand->loss,
                           .loss = stand->gain},
                 .open = move->replies,
                 .barred = plate,
                 .left = end->left - 1};
  kulami_stand_note(&next.stand, plate);
  return next;
}

ASC_FAST static int kulami_end_search(const kulami_rules *rules, const ending *end, int wanted, uint64_t *nodes) {
  candidate list[KULAMI_HOLLOWS];
  int bound, best = NOT_TRIED;
  ++*nodes;
  if (end->open == 0 || end->left == 0) return 0;
  if (end->left <= LAST_PLIES) return last_plies(rules, end, wanted);
  if (is_decided(rules, end, wanted, &bound)) return bound;
  int count = list_candidates(rules, end, list);
  for (int i = 0; i < count && best < wanted; i++) {
    ending next = after(rules, end, &list[i]);
    int brought = kulami_brings(rules, end->stand.gain, list[i].hollow);
    int value = brought - kulami_end_search(rules, &next, brought - wanted + 1, nodes);
    if (value > best) best = value;
  }
  return best;
}

int asc_kulami_play_out(const kulami_rules *rules, const kulami_position *position, int wanted, uint64_t *nodes) {
  ending end = {.stand = kulami_stand_of(rules, position),
                .open = kulami_open_hollows(rules, position),
                .barred = rules->plates[rules->plate_of[position->last]],
                .left = kulami_plies_left(position)};
  return kulami_end_search(rules, &end, wanted, nodes);
}
