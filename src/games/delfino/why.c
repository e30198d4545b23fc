/* Why a touch or a move written out is not allowed.

   A token is read by its shape alone: a place, a face, a direction with a number, two places, or a word; and what comes
   close to one of them has its kind and a flaw. Each stage of the game then says what is wrong with it there, and
   mentions the flaw only where such a move is due. */
#include "delfino.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct delfino_token {
  bool readable;
  const char *flaw;       /* what its spelling lacks, or NULL */
  delfino_kind kind;      /* DELFINO_MOVE_PLACE: any place touched */
  delfino_place from, to; /* CARD; PLACE has `to` */
  uint32_t face;          /* ROLL */
  int way;                /* GO */
  uint32_t steps;         /* GO */
} delfino_token;

/* Far beyond any layout, and small enough to add up. */
enum { FAR = 9999 };

static bool place_parse(asc_cursor *cursor, delfino_place *place) {
  int32_t x, y;
  if (!asc_cursor_signed(cursor, -FAR, FAR, &x) || !asc_cursor_skip(cursor, ".") ||
      !asc_cursor_signed(cursor, -FAR, FAR, &y))
    return false;
  *place = (delfino_place){x, y};
  return true;
}

static bool places_parse(const char *text, delfino_token *token) {
  asc_cursor cursor = asc_cursor_over(text);
  if (!place_parse(&cursor, &token->to)) return false;
  token->kind = DELFINO_MOVE_PLACE;
  if (asc_cursor_ended(&cursor)) return true;
  token->from = token->to;
  token->kind = DELFINO_MOVE_CARD;
  return asc_cursor_skip(&cursor, ">") && place_parse(&cursor, &token->to) && asc_cursor_ended(&cursor);
}

static bool go_parse(const char *text, delfino_token *token) {
  token->kind = DELFINO_MOVE_GO;
  for (token->way = 0; token->way < DELFINO_WAYS; token->way++) {
    asc_cursor cursor = asc_cursor_over(text);
    if (asc_cursor_skip(&cursor, asc_delfino_way_names[token->way]) && asc_cursor_number(&cursor, FAR, &token->steps) &&
        asc_cursor_ended(&cursor))
      return true;
  }
  return false;
}

static bool is_direction(const char *text) {
  for (int way = 0; way < DELFINO_WAYS; way++)
    if (strcmp(text, asc_delfino_way_names[way]) == 0) return true;
  return false;
}

/* "2.3>", "2.3-5.3": a place and the beginning of another. */
static bool is_card_move_begun(const char *text) {
  asc_cursor cursor = asc_cursor_over(text);
  delfino_place place;
  return place_parse(&cursor, &place) && asc_cursor_one_of(&cursor, ">-") >= 0;
}

static bool is_half_a_place(const char *text) {
  asc_cursor cursor = asc_cursor_over(text);
  int32_t number;
  if (!asc_cursor_signed(&cursor, -FAR, FAR, &number)) return false;
  (void)asc_cursor_skip(&cursor, ".");
  return asc_cursor_ended(&cursor);
}

static bool flawed_parse(const char *text, delfino_token *token) {
  if (strcmp(text, "r") == 0 || strcmp(text, "roll") == 0) {
    token->kind = DELFINO_MOVE_ROLL;
    token->flaw = "why.roll-only";
  } else if (is_direction(text)) {
    token->kind = DELFINO_MOVE_GO;
    token->flaw = "why.direction-only";
  } else if (is_card_move_begun(text)) {
    token->kind = DELFINO_MOVE_CARD;
    token->flaw = "why.two-places";
  } else if (is_half_a_place(text)) {
    token->kind = DELFINO_MOVE_PLACE;
    token->flaw = "why.half-a-place";
  }
  return token->flaw != NULL;
}

static delfino_token token_parse(const char *text) {
  delfino_token token = {.readable = true};
  asc_cursor cursor = asc_cursor_over(text);
  if (strcmp(text, "turn") == 0) {
    token.kind = DELFINO_MOVE_TURN;
  } else if (strcmp(text, "end") == 0) {
    token.kind = DELFINO_MOVE_END;
  } else if (strcmp(text, "keep") == 0) {
    token.kind = DELFINO_MOVE_KEEP;
  } else if (asc_cursor_skip(&cursor, "r") && asc_cursor_number(&cursor, FAR, &token.face)) {
    token.kind = DELFINO_MOVE_ROLL;
    token.readable = asc_cursor_ended(&cursor);
  } else {
    token.readable = places_parse(text, &token) || go_parse(text, &token) || flawed_parse(text, &token);
  }
  return token;
}

/* Sentences about a place, with its id as {place}. */
static void tell_place(asc_message *message, const char *key, delfino_place place) {
  char text[ASC_TOKEN_MAX];
  asc_delfino_place_write(place, text);
  asc_message_set(message, key);
  asc_message_add(message, "place", text);
}

static void why_unreadable(const delfino_position *position, const char *text, asc_message *message) {
  static const char *const keys[] = {[DELFINO_PLACING] = "why.unreadable-placing",
                                     [DELFINO_ROLLING] = "why.unreadable-rolling",
                                     [DELFINO_SPENDING] = "why.unreadable-spending",
                                     [DELFINO_CARD_MOVE] = "why.unreadable-card-move"};
  if (text[0] == '\0')
    asc_message_set(message, "why.nothing-said");
  else
    asc_message_set(message, strcmp(text, "pass") == 0 ? "why.nobody-passes" : keys[position->stage]);
}

static void why_over(const delfino_rules *rules, const delfino_position *position, asc_message *message) {
  switch (asc_delfino_ending_of(rules, position)) {
  case DELFINO_WON: asc_message_set(message, "why.over-won"); break;
  case DELFINO_ALONE: asc_message_set(message, "why.over-alone"); break;
  default: asc_message_set(message, "why.over-quiet"); asc_message_add_number(message, "turns", rules->quiet_most);
  }
}

static void why_corner(const delfino_rules *rules, const delfino_position *position, delfino_place place,
                       asc_message *message) {
  static const char *const taken[] = {"why.corner-taken-1", "why.corner-taken-2", "why.corner-taken-3",
                                      "why.corner-taken-4"};
  int pawn = asc_delfino_pawn_at(position, place);
  bool corner = (place.x == 1 || place.x == rules->side) && (place.y == 1 || place.y == rules->side);
  if (pawn != 0) {
    tell_place(message, taken[pawn - 1], place);
  } else if (corner) {
    delfino_place open[4];
    char text[ASC_TOKEN_MAX];
    asc_delfino_open_corners(rules, position, open);
    tell_place(message, "why.not-opposite", place);
    asc_delfino_place_write(open[0], text);
    asc_message_add(message, "opposite", text);
  } else {
    tell_place(message, asc_delfino_card_at(position, place) == 0 ? "why.no-card-to-begin" : "why.not-a-corner", place);
  }
}

static void why_placing(const delfino_rules *rules, const delfino_position *position, const delfino_token *token,
                        asc_message *message) {
  switch (token->kind) {
  case DELFINO_MOVE_PLACE:
    if (token->flaw != NULL)
      asc_message_set(message, token->flaw);
    else
      why_corner(rules, position, token->to, message);
    break;
  case DELFINO_MOVE_ROLL: asc_message_set(message, "why.placing-roll"); break;
  case DELFINO_MOVE_GO: asc_message_set(message, "why.placing-go"); break;
  case DELFINO_MOVE_TURN: asc_message_set(message, "why.placing-turn"); break;
  case DELFINO_MOVE_END: asc_message_set(message, "why.placing-end"); break;
  case DELFINO_MOVE_KEEP:
  case DELFINO_MOVE_CARD: asc_message_set(message, "why.placing-card"); break;
  }
}

static void why_rolling(const delfino_rules *rules, const delfino_token *token, asc_message *message) {
  switch (token->kind) {
  case DELFINO_MOVE_PLACE:
    /* A bare number was meant for the die. */
    asc_message_set(message, token->flaw != NULL ? "why.unreadable-rolling" : "why.roll-before-moving");
    break;
  case DELFINO_MOVE_GO: asc_message_set(message, "why.roll-before-moving"); break;
  case DELFINO_MOVE_TURN: asc_message_set(message, "why.roll-before-turning"); break;
  case DELFINO_MOVE_END: asc_message_set(message, "why.roll-before-ending"); break;
  case DELFINO_MOVE_KEEP: asc_message_set(message, "why.nothing-to-keep"); break;
  case DELFINO_MOVE_CARD: asc_message_set(message, "why.card-not-due"); break;
  case DELFINO_MOVE_ROLL:
    if (token->flaw != NULL) {
      asc_message_set(message, token->flaw);
      break;
    }
    asc_message_set(message, "why.not-a-face");
    asc_message_add_number(message, "face", (int32_t)token->face);
    asc_message_add_number(message, "least", rules->die_least);
    asc_message_add_number(message, "most", rules->die_most);
    break;
  }
}

/* The first place without a card on the straight way from one place to another, the last included. */
static bool gap_find(const delfino_position *position, delfino_place from, delfino_place to, delfino_place *gap) {
  int dx = (to.x > from.x) - (to.x < from.x), dy = (to.y > from.y) - (to.y < from.y);
  for (*gap = from; !delfino_same_place(*gap, to);) {
    *gap = (delfino_place){gap->x + dx, gap->y + dy};
    if (asc_delfino_card_at(position, *gap) == 0) return true;
  }
  return false;
}

/* The pawn of the player to move cannot get to `to`. */
static void why_go(const delfino_position *position, delfino_place to, asc_message *message) {
  static const char *const stands[] = {"why.pawn-stands-1", "why.pawn-stands-2", "why.pawn-stands-3",
                                       "why.pawn-stands-4"};
  delfino_place from = delfino_pawn_place(position), gap;
  int across = abs(to.x - from.x), up = abs(to.y - from.y), needed = across > up ? across : up;
  bool straight = across == up || across == 0 || up == 0;
  char text[ASC_TOKEN_MAX];
  if (needed == 0) {
    tell_place(message, "why.own-card", to);
  } else if (asc_delfino_card_at(position, to) == 0 && !straight) {
    tell_place(message, "why.no-card", to);
  } else if (straight && gap_find(position, from, to, &gap)) {
    tell_place(message, delfino_same_place(gap, to) ? "why.no-card" : "why.gap", gap);
  } else if (position->moved) {
    asc_message_set(message, "why.turn-first");
  } else if (!straight) {
    tell_place(message, "why.not-in-line", to);
    asc_delfino_place_write(from, text);
    asc_message_add(message, "pawn", text);
  } else if (needed > position->steps) {
    tell_place(message, "why.too-far", to);
    asc_message_add_number(message, "needed", needed);
    asc_message_add_number(message, "points", position->steps);
  } else {
    tell_place(message, stands[asc_delfino_pawn_at(position, to) - 1], to);
  }
}

static void why_moving(const delfino_position *position, const delfino_token *token, asc_message *message) {
  if (token->flaw != NULL)
    asc_message_set(message, position->moved ? "why.turn-first" : token->flaw);
  else if (token->kind == DELFINO_MOVE_PLACE)
    why_go(position, token->to, message);
  else if (token->steps == 0)
    asc_message_set(message, "why.no-steps");
  else
    why_go(position, delfino_place_towards(delfino_pawn_place(position), token->way, (int)token->steps), message);
}

static void why_spending(const delfino_position *position, const delfino_token *token, asc_message *message) {
  switch (token->kind) {
  case DELFINO_MOVE_PLACE:
  case DELFINO_MOVE_GO: why_moving(position, token, message); break;
  case DELFINO_MOVE_ROLL:
    asc_message_set(message, "why.rolled-already");
    asc_message_add_number(message, "points", position->steps);
    break;
  case DELFINO_MOVE_KEEP: asc_message_set(message, "why.nothing-to-keep"); break;
  default: asc_message_set(message, "why.card-not-due");
  }
}

/* Whether some card move begins with the card there. */
static bool can_lift(const delfino_rules *rules, const delfino_position *position, delfino_place place) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_delfino_card_moves(rules, position, moves);
  for (int i = 0; i < count; i++)
    if (delfino_same_place(delfino_move_from(moves[i]), place)) return true;
  return false;
}

static void why_lift(const delfino_position *position, delfino_place place, asc_message *message) {
  static const char *const held[] = {"why.card-holds-1", "why.card-holds-2", "why.card-holds-3", "why.card-holds-4"};
  int pawn = asc_delfino_pawn_at(position, place);
  if (pawn != 0)
    tell_place(message, held[pawn - 1], place);
  else
    tell_place(message, asc_delfino_card_at(position, place) == 0 ? "why.no-card-to-move" : "why.card-needed", place);
}

/* The card on `from` may be moved, but not to `to`. */
static void why_lay(const delfino_position *position, delfino_place from, delfino_place to, asc_message *message) {
  int touching = 0;
  bool touches_old_place = false;
  for (int way = DELFINO_NORTH; way < DELFINO_WAYS; way += 2) {
    delfino_place beside = delfino_place_towards(to, way, 1);
    if (delfino_same_place(beside, from))
      touches_old_place = true;
    else
      touching += asc_delfino_card_at(position, beside) != 0;
  }
  if (delfino_same_place(from, to))
    tell_place(message, "why.same-place", to);
  else if (asc_delfino_card_at(position, to) != 0)
    tell_place(message, "why.place-taken", to);
  else if (touching == 0)
    tell_place(message, touches_old_place ? "why.touches-only-itself" : "why.touches-nothing", to);
  else
    tell_place(message, "why.comes-apart", to);
}

static void why_card_move(const delfino_rules *rules, const delfino_position *position, const delfino_token *token,
                          asc_message *message) {
  bool card = token->kind == DELFINO_MOVE_PLACE || token->kind == DELFINO_MOVE_CARD;
  if (!card)
    asc_message_set(message, "why.card-first");
  else if (token->flaw != NULL)
    asc_message_set(message, token->flaw);
  else if (token->kind == DELFINO_MOVE_PLACE)
    why_lift(position, token->to, message);
  else if (can_lift(rules, position, token->from))
    why_lay(position, token->from, token->to, message);
  else
    why_lift(position, token->from, message);
}

/* The first touch, or a move written out. */
static void why_first(const delfino_rules *rules, const delfino_position *position, const char *text,
                      asc_message *message) {
  delfino_token token = token_parse(text);
  if (!token.readable) {
    why_unreadable(position, text, message);
    return;
  }
  switch ((delfino_stage)position->stage) {
  case DELFINO_PLACING: why_placing(rules, position, &token, message); break;
  case DELFINO_ROLLING: why_rolling(rules, &token, message); break;
  case DELFINO_SPENDING: why_spending(position, &token, message); break;
  case DELFINO_CARD_MOVE: why_card_move(rules, position, &token, message); break;
  case DELFINO_OVER: break; /* whatever is said then, the end is the reason */
  }
}

/* With a card in hand. */
static void why_second(const delfino_position *position, delfino_place card, const char *text, asc_message *message) {
  delfino_token token = token_parse(text);
  if (token.readable && token.kind == DELFINO_MOVE_PLACE && token.flaw == NULL)
    why_lay(position, card, token.to, message);
  else
    tell_place(message, "why.card-in-hand", card);
}

/* After touches, which may be wrong themselves. Only a card in hand goes on to a second. */
static void why_next(const delfino_rules *rules, const delfino_position *position, const asc_steps *touched,
                     const char *text, asc_message *message) {
  const asc_rules *common = &rules->common;
  if (asc_position_why(common, position, NULL, touched->ids[0], message) == 0) return;
  delfino_token first = token_parse(touched->ids[0]);
  bool in_hand = position->stage == DELFINO_CARD_MOVE && first.kind == DELFINO_MOVE_PLACE;
  if (in_hand && touched->count == 1) {
    why_second(position, first.to, text, message);
    return;
  }
  asc_steps card = *touched;
  card.count = 1;
  if (in_hand && asc_position_why(common, position, &card, touched->ids[1], message) == 0) return;
  asc_message_set(message, "why.complete");
  asc_message_add(message, "touch", touched->ids[in_hand ? 1 : 0]);
}

void asc_delfino_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                     asc_message *message) {
  const delfino_rules *own = (const delfino_rules *)rules;
  const delfino_position *p = position;
  char small[ASC_TOKEN_MAX];
  if (p->stage == DELFINO_OVER) {
    why_over(own, p, message);
  } else if (asc_text_small(token, small, sizeof small)) {
    if (asc_position_why(rules, position, touched, small, message) == 0) return;
    asc_message_set(message, "why.capitals");
    asc_message_add(message, "move", small);
  } else if (touched->count > 0) {
    why_next(own, p, touched, token, message);
  } else {
    why_first(own, p, token, message);
  }
}
