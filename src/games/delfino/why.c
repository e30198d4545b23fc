/* Explains why a selection or a written move is not legal.

   A token is parsed by its form only: a space, a face of the die, a direction with a number, two spaces, or a word. A
   token that resembles one of them gets its kind and a flaw. Each stage of the game then explains what is wrong there.
   It mentions the flaw only if a move of that kind is due. */
#include "delfino.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct delfino_token {
  bool readable;
  const char *flaw;           /* message key for what is missing in the text, or NULL */
  asc_delfino_move_kind kind; /* ASC_DELFINO_MOVE_PLACE: any selected space */
  asc_delfino_space from, to; /* both for MOVE_CARD; MOVE_PLACE uses `to` */
  uint32_t face;              /* MOVE_ROLL */
  int direction;              /* MOVE_PAWN */
  uint32_t steps;             /* MOVE_PAWN */
} delfino_token;

/* Beyond any layout, and small enough to add without overflow. */
enum { FAR = 9999 };

static bool space_parse(asc_cursor *cursor, asc_delfino_space *space) {
  int32_t x, y;
  if (!asc_cursor_signed(cursor, -FAR, FAR, &x) || !asc_cursor_skip(cursor, ".") ||
      !asc_cursor_signed(cursor, -FAR, FAR, &y))
    return false;
  *space = (asc_delfino_space){x, y};
  return true;
}

static bool spaces_parse(const char *text, delfino_token *token) {
  asc_cursor cursor = asc_cursor_over(text);
  if (!space_parse(&cursor, &token->to)) return false;
  token->kind = ASC_DELFINO_MOVE_PLACE;
  if (asc_cursor_at_end(&cursor)) return true;
  token->from = token->to;
  token->kind = ASC_DELFINO_MOVE_CARD;
  return asc_cursor_skip(&cursor, ">") && space_parse(&cursor, &token->to) && asc_cursor_at_end(&cursor);
}

static bool pawn_move_parse(const char *text, delfino_token *token) {
  token->kind = ASC_DELFINO_MOVE_PAWN;
  for (token->direction = 0; token->direction < ASC_DELFINO_DIRECTIONS; token->direction++) {
    asc_cursor cursor = asc_cursor_over(text);
    if (asc_cursor_skip(&cursor, asc_delfino_direction_names[token->direction]) &&
        asc_cursor_number(&cursor, FAR, &token->steps) && asc_cursor_at_end(&cursor))
      return true;
  }
  return false;
}

static bool is_direction(const char *text) {
  for (int direction = 0; direction < ASC_DELFINO_DIRECTIONS; direction++)
    if (strcmp(text, asc_delfino_direction_names[direction]) == 0) return true;
  return false;
}

/* Returns true for text such as "2.3>" or "2.3-5.3": a space and the start of another. */
static bool is_card_move_start(const char *text) {
  asc_cursor cursor = asc_cursor_over(text);
  asc_delfino_space space;
  return space_parse(&cursor, &space) && asc_cursor_one_of(&cursor, ">-") >= 0;
}

static bool is_half_a_space(const char *text) {
  asc_cursor cursor = asc_cursor_over(text);
  int32_t number;
  if (!asc_cursor_signed(&cursor, -FAR, FAR, &number)) return false;
  (void)asc_cursor_skip(&cursor, ".");
  return asc_cursor_at_end(&cursor);
}

static bool flawed_parse(const char *text, delfino_token *token) {
  if (strcmp(text, "r") == 0 || strcmp(text, "roll") == 0) {
    token->kind = ASC_DELFINO_MOVE_ROLL;
    token->flaw = "why.roll-only";
  } else if (is_direction(text)) {
    token->kind = ASC_DELFINO_MOVE_PAWN;
    token->flaw = "why.direction-only";
  } else if (is_card_move_start(text)) {
    token->kind = ASC_DELFINO_MOVE_CARD;
    token->flaw = "why.two-places";
  } else if (is_half_a_space(text)) {
    token->kind = ASC_DELFINO_MOVE_PLACE;
    token->flaw = "why.half-a-place";
  }
  return token->flaw != NULL;
}

static delfino_token token_parse(const char *text) {
  delfino_token token = {.readable = true};
  asc_cursor cursor = asc_cursor_over(text);
  if (strcmp(text, "turn") == 0) {
    token.kind = ASC_DELFINO_MOVE_TURN;
  } else if (strcmp(text, "end") == 0) {
    token.kind = ASC_DELFINO_MOVE_END;
  } else if (strcmp(text, "keep") == 0) {
    token.kind = ASC_DELFINO_MOVE_KEEP;
  } else if (asc_cursor_skip(&cursor, "r") && asc_cursor_number(&cursor, FAR, &token.face)) {
    token.kind = ASC_DELFINO_MOVE_ROLL;
    token.readable = asc_cursor_at_end(&cursor);
  } else {
    token.readable = spaces_parse(text, &token) || pawn_move_parse(text, &token) || flawed_parse(text, &token);
  }
  return token;
}

/* Sets a message about a space, with its name as the argument {place}. */
static void set_with_space(asc_message *message, const char *key, asc_delfino_space space) {
  char text[ASC_TOKEN_MAX];
  asc_delfino_space_write(space, text);
  asc_message_set(message, key);
  asc_message_add(message, "place", text);
}

static void why_unreadable(const asc_delfino_position *position, const char *text, asc_message *message) {
  static const char *const keys[] = {[ASC_DELFINO_STAGE_PLACING] = "why.unreadable-placing",
                                     [ASC_DELFINO_STAGE_ROLLING] = "why.unreadable-rolling",
                                     [ASC_DELFINO_STAGE_SPENDING] = "why.unreadable-spending",
                                     [ASC_DELFINO_STAGE_CARD_MOVE] = "why.unreadable-card-move"};
  if (text[0] == '\0')
    asc_message_set(message, "why.nothing-said");
  else
    asc_message_set(message, strcmp(text, "pass") == 0 ? "why.nobody-passes" : keys[position->stage]);
}

static void why_over(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_message *message) {
  switch (asc_delfino_ending_of(rules, position)) {
  case ASC_DELFINO_ENDING_WON: asc_message_set(message, "why.over-won"); break;
  case ASC_DELFINO_ENDING_LAST_PLAYER: asc_message_set(message, "why.over-alone"); break;
  default: asc_message_set(message, "why.over-quiet"); asc_message_add_number(message, "turns", rules->quiet_max);
  }
}

static void why_corner(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_delfino_space space,
                       asc_message *message) {
  static const char *const taken[] = {"why.corner-taken-1", "why.corner-taken-2", "why.corner-taken-3",
                                      "why.corner-taken-4"};
  int pawn = asc_delfino_pawn_at(position, space);
  bool corner = (space.x == 1 || space.x == rules->side) && (space.y == 1 || space.y == rules->side);
  if (pawn != 0) {
    set_with_space(message, taken[pawn - 1], space);
  } else if (corner) {
    asc_delfino_space open[4];
    char text[ASC_TOKEN_MAX];
    asc_delfino_open_corners(rules, position, open);
    set_with_space(message, "why.not-opposite", space);
    asc_delfino_space_write(open[0], text);
    asc_message_add(message, "opposite", text);
  } else {
    set_with_space(message, asc_delfino_card_at(position, space) == 0 ? "why.no-card-to-begin" : "why.not-a-corner",
                   space);
  }
}

static void why_placing(const asc_delfino_rules *rules, const asc_delfino_position *position,
                        const delfino_token *token, asc_message *message) {
  switch (token->kind) {
  case ASC_DELFINO_MOVE_PLACE:
    if (token->flaw != NULL)
      asc_message_set(message, token->flaw);
    else
      why_corner(rules, position, token->to, message);
    break;
  case ASC_DELFINO_MOVE_ROLL: asc_message_set(message, "why.placing-roll"); break;
  case ASC_DELFINO_MOVE_PAWN: asc_message_set(message, "why.placing-go"); break;
  case ASC_DELFINO_MOVE_TURN: asc_message_set(message, "why.placing-turn"); break;
  case ASC_DELFINO_MOVE_END: asc_message_set(message, "why.placing-end"); break;
  case ASC_DELFINO_MOVE_KEEP:
  case ASC_DELFINO_MOVE_CARD: asc_message_set(message, "why.placing-card"); break;
  }
}

static void why_rolling(const asc_delfino_rules *rules, const delfino_token *token, asc_message *message) {
  switch (token->kind) {
  case ASC_DELFINO_MOVE_PLACE:
    /* The user probably meant a bare number for the die. */
    asc_message_set(message, token->flaw != NULL ? "why.unreadable-rolling" : "why.roll-before-moving");
    break;
  case ASC_DELFINO_MOVE_PAWN: asc_message_set(message, "why.roll-before-moving"); break;
  case ASC_DELFINO_MOVE_TURN: asc_message_set(message, "why.roll-before-turning"); break;
  case ASC_DELFINO_MOVE_END: asc_message_set(message, "why.roll-before-ending"); break;
  case ASC_DELFINO_MOVE_KEEP: asc_message_set(message, "why.nothing-to-keep"); break;
  case ASC_DELFINO_MOVE_CARD: asc_message_set(message, "why.card-not-due"); break;
  case ASC_DELFINO_MOVE_ROLL:
    if (token->flaw != NULL) {
      asc_message_set(message, token->flaw);
      break;
    }
    asc_message_set(message, "why.not-a-face");
    asc_message_add_number(message, "face", (int32_t)token->face);
    asc_message_add_number(message, "least", rules->die_min);
    asc_message_add_number(message, "most", rules->die_max);
    break;
  }
}

/* Finds the first space without a card on the straight line from one space to another, including the last. Returns
   false if there is none. */
static bool gap_find(const asc_delfino_position *position, asc_delfino_space from, asc_delfino_space to,
                     asc_delfino_space *gap) {
  int dx = (to.x > from.x) - (to.x < from.x), dy = (to.y > from.y) - (to.y < from.y);
  for (*gap = from; !asc_delfino_same_space(*gap, to);) {
    *gap = (asc_delfino_space){gap->x + dx, gap->y + dy};
    if (asc_delfino_card_at(position, *gap) == 0) return true;
  }
  return false;
}

/* Explains why the pawn of the player to move cannot get to `to`. */
static void why_pawn(const asc_delfino_position *position, asc_delfino_space to, asc_message *message) {
  static const char *const occupied[] = {"why.pawn-stands-1", "why.pawn-stands-2", "why.pawn-stands-3",
                                         "why.pawn-stands-4"};
  asc_delfino_space from = asc_delfino_pawn_space(position), gap;
  int across = abs(to.x - from.x), up = abs(to.y - from.y), needed = across > up ? across : up;
  bool straight = across == up || across == 0 || up == 0;
  char text[ASC_TOKEN_MAX];
  if (needed == 0) {
    set_with_space(message, "why.own-card", to);
  } else if (asc_delfino_card_at(position, to) == 0 && !straight) {
    set_with_space(message, "why.no-card", to);
  } else if (straight && gap_find(position, from, to, &gap)) {
    set_with_space(message, asc_delfino_same_space(gap, to) ? "why.no-card" : "why.gap", gap);
  } else if (position->moved) {
    asc_message_set(message, "why.turn-first");
  } else if (!straight) {
    set_with_space(message, "why.not-in-line", to);
    asc_delfino_space_write(from, text);
    asc_message_add(message, "pawn", text);
  } else if (needed > position->steps) {
    set_with_space(message, "why.too-far", to);
    asc_message_add_number(message, "needed", needed);
    asc_message_add_number(message, "points", position->steps);
  } else {
    set_with_space(message, occupied[asc_delfino_pawn_at(position, to) - 1], to);
  }
}

static void why_moving(const asc_delfino_position *position, const delfino_token *token, asc_message *message) {
  if (token->flaw != NULL)
    asc_message_set(message, position->moved ? "why.turn-first" : token->flaw);
  else if (token->kind == ASC_DELFINO_MOVE_PLACE)
    why_pawn(position, token->to, message);
  else if (token->steps == 0)
    asc_message_set(message, "why.no-steps");
  else
    why_pawn(position, asc_delfino_space_towards(asc_delfino_pawn_space(position), token->direction, (int)token->steps),
             message);
}

static void why_spending(const asc_delfino_position *position, const delfino_token *token, asc_message *message) {
  switch (token->kind) {
  case ASC_DELFINO_MOVE_PLACE:
  case ASC_DELFINO_MOVE_PAWN: why_moving(position, token, message); break;
  case ASC_DELFINO_MOVE_ROLL:
    asc_message_set(message, "why.rolled-already");
    asc_message_add_number(message, "points", position->steps);
    break;
  case ASC_DELFINO_MOVE_KEEP: asc_message_set(message, "why.nothing-to-keep"); break;
  default: asc_message_set(message, "why.card-not-due");
  }
}

/* Returns true if some card move starts with the card there. */
static bool can_move_card(const asc_delfino_rules *rules, const asc_delfino_position *position,
                          asc_delfino_space space) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_delfino_card_moves(rules, position, moves);
  for (int i = 0; i < count; i++)
    if (asc_delfino_same_space(asc_delfino_move_from(moves[i]), space)) return true;
  return false;
}

static void why_card(const asc_delfino_position *position, asc_delfino_space space, asc_message *message) {
  static const char *const held[] = {"why.card-holds-1", "why.card-holds-2", "why.card-holds-3", "why.card-holds-4"};
  int pawn = asc_delfino_pawn_at(position, space);
  if (pawn != 0)
    set_with_space(message, held[pawn - 1], space);
  else
    set_with_space(message, asc_delfino_card_at(position, space) == 0 ? "why.no-card-to-move" : "why.card-needed",
                   space);
}

/* Explains why the card on `from`, which may be moved, cannot move to `to`. */
static void why_target(const asc_delfino_position *position, asc_delfino_space from, asc_delfino_space to,
                       asc_message *message) {
  int neighbours = 0;
  bool touches_old_space = false;
  for (int direction = ASC_DELFINO_NORTH; direction < ASC_DELFINO_DIRECTIONS; direction += 2) {
    asc_delfino_space beside = asc_delfino_space_towards(to, direction, 1);
    if (asc_delfino_same_space(beside, from))
      touches_old_space = true;
    else
      neighbours += asc_delfino_card_at(position, beside) != 0;
  }
  if (asc_delfino_same_space(from, to))
    set_with_space(message, "why.same-place", to);
  else if (asc_delfino_card_at(position, to) != 0)
    set_with_space(message, "why.place-taken", to);
  else if (neighbours == 0)
    set_with_space(message, touches_old_space ? "why.touches-only-itself" : "why.touches-nothing", to);
  else
    set_with_space(message, "why.comes-apart", to);
}

static void why_card_move(const asc_delfino_rules *rules, const asc_delfino_position *position,
                          const delfino_token *token, asc_message *message) {
  bool card = token->kind == ASC_DELFINO_MOVE_PLACE || token->kind == ASC_DELFINO_MOVE_CARD;
  if (!card)
    asc_message_set(message, "why.card-first");
  else if (token->flaw != NULL)
    asc_message_set(message, token->flaw);
  else if (token->kind == ASC_DELFINO_MOVE_PLACE)
    why_card(position, token->to, message);
  else if (can_move_card(rules, position, token->from))
    why_target(position, token->from, token->to, message);
  else
    why_card(position, token->from, message);
}

/* Explains a first selection or a written move. */
static void why_first(const asc_delfino_rules *rules, const asc_delfino_position *position, const char *text,
                      asc_message *message) {
  delfino_token token = token_parse(text);
  if (!token.readable) {
    why_unreadable(position, text, message);
    return;
  }
  switch ((asc_delfino_stage)position->stage) {
  case ASC_DELFINO_STAGE_PLACING: why_placing(rules, position, &token, message); break;
  case ASC_DELFINO_STAGE_ROLLING: why_rolling(rules, &token, message); break;
  case ASC_DELFINO_STAGE_SPENDING: why_spending(position, &token, message); break;
  case ASC_DELFINO_STAGE_CARD_MOVE: why_card_move(rules, position, &token, message); break;
  case ASC_DELFINO_STAGE_OVER: break; /* answered by why_over */
  }
}

/* Explains a selection after a card was selected. */
static void why_second(const asc_delfino_position *position, asc_delfino_space card, const char *text,
                       asc_message *message) {
  delfino_token token = token_parse(text);
  if (token.readable && token.kind == ASC_DELFINO_MOVE_PLACE && token.flaw == NULL)
    why_target(position, card, token.to, message);
  else
    set_with_space(message, "why.card-in-hand", card);
}

/* Explains a selection after earlier ones, which may be wrong themselves. Only a selected card needs a second
   selection. */
static void why_next(const asc_delfino_rules *rules, const asc_delfino_position *position, const asc_steps *selected,
                     const char *text, asc_message *message) {
  const asc_rules *common = &rules->common;
  if (asc_position_why(common, position, NULL, selected->ids[0], message) == 0) return;
  delfino_token first = token_parse(selected->ids[0]);
  bool is_card_selected = position->stage == ASC_DELFINO_STAGE_CARD_MOVE && first.kind == ASC_DELFINO_MOVE_PLACE;
  if (is_card_selected && selected->count == 1) {
    why_second(position, first.to, text, message);
    return;
  }
  asc_steps card = *selected;
  card.count = 1;
  if (is_card_selected && asc_position_why(common, position, &card, selected->ids[1], message) == 0) return;
  asc_message_set(message, "why.complete");
  asc_message_add(message, "touch", selected->ids[is_card_selected ? 1 : 0]);
}

void asc_delfino_why(const asc_rules *rules, const void *position, const asc_steps *selected, const char *token,
                     asc_message *message) {
  const asc_delfino_rules *r = (const asc_delfino_rules *)rules;
  const asc_delfino_position *p = position;
  char lower[ASC_TOKEN_MAX];
  if (p->stage == ASC_DELFINO_STAGE_OVER) {
    why_over(r, p, message);
  } else if (asc_text_to_lower(token, lower, sizeof lower)) {
    if (asc_position_why(rules, position, selected, lower, message) == 0) return;
    asc_message_set(message, "why.capitals");
    asc_message_add(message, "move", lower);
  } else if (selected->count > 0) {
    why_next(r, p, selected, token, message);
  } else {
    why_first(r, p, token, message);
  }
}
