/* A game as a JSON object: settings, seats, clocks, offer, result, match and presence. docs/api.yaml describes it. */
#include "games.h"

#include "gaps.h"
#include "rooms.h"

const char *const live_state_words[] = {
    [ONLINE_INVITED] = "invited", [ONLINE_RUNNING] = "running", [ONLINE_ENDED] = "ended", [ONLINE_DAMAGED] = "damaged"};
static const char *const CLOCK_WORDS[] = {
    [ONLINE_CLOCK_NONE] = "none", [ONLINE_CLOCK_TIME] = "time", [ONLINE_CLOCK_DAYS] = "days"};

static void clock_write(const online_room *game, asc_json *json) {
  asc_json_open(json, "clock", '{');
  asc_json_text(json, "kind", CLOCK_WORDS[game->clock]);
  if (game->clock == ONLINE_CLOCK_TIME) {
    asc_json_number(json, "seconds", game->seconds);
    asc_json_number(json, "increment", game->increment);
  }
  if (game->clock == ONLINE_CLOCK_DAYS) asc_json_number(json, "days", game->days);
  asc_json_close(json, '}');
}

static void seats_write(const live_room *room, asc_json *json) {
  asc_json_open(json, "seats", '[');
  for (int i = 0; i < room->game->players; i++) {
    const online_player *seat = &room->game->seats[i];
    asc_json_open(json, NULL, '{');
    if (seat->person[0] != '\0') {
      asc_json_text(json, "person", seat->person);
      asc_json_text(json, "name", room->names[i]);
    }
    if (seat->level >= 0) asc_json_number(json, "level", seat->level);
    if (seat->returning) asc_json_bool(json, "returning", true);
    if (seat->away) asc_json_bool(json, "away", true);
    if (seat->left) asc_json_bool(json, "left", true);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void clocks_write(const online_room *game, int64_t now, asc_json *json) {
  asc_json_number(json, "now", now);
  if (game->clock == ONLINE_CLOCK_NONE || game->state != ONLINE_RUNNING) return;
  asc_json_open(json, "clocks", '[');
  for (int seat = 1; seat <= game->players; seat++) {
    int64_t left = online_room_clock(game, seat, now);
    asc_json_number(json, NULL, left > 0 ? left : 0);
  }
  asc_json_close(json, ']');
  asc_json_number(json, "running", game->running);
}

static void offer_write(const online_room *game, asc_json *json) {
  if (game->offer == ONLINE_OFFER_NONE) return;
  asc_json_open(json, "offer", '{');
  asc_json_text(json, "offer", online_offer_word(game->offer));
  asc_json_number(json, "by", game->offer_seat);
  asc_json_number(json, "seat", game->offer_about);
  asc_json_open(json, "accepted", '[');
  for (int i = 0; i < game->players; i++)
    if (game->yes >> i & 1) asc_json_number(json, NULL, i + 1);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static void points_write(const int32_t *points, int count, asc_json *json) {
  asc_json_open(json, "points", '[');
  for (int i = 0; i < count; i++) asc_json_points(json, NULL, points[i]);
  asc_json_close(json, ']');
}

static void match_write(const online_room *game, asc_json *json) {
  if (game->games <= 1) return;
  asc_json_open(json, "match", '{');
  asc_json_number(json, "games", game->games);
  asc_json_number(json, "game", game->game);
  points_write(game->points, game->players, json);
  asc_json_close(json, '}');
}

void live_game_write(const live_room *room, const live_sender *sender, asc_json *json) {
  const online_room *game = room->game;
  char spec[ASC_SPEC_MAX] = "";
  if (game->rules != NULL) (void)online_spec_write(game->rules, spec);
  asc_json_text(json, "id", room->id);
  asc_json_text(json, "state", live_state_words[game->state]);
  asc_json_number(json, "last", game->number);
  asc_json_text(json, "game", spec);
  clock_write(game, json);
  asc_json_bool(json, "random_seats", game->random_seats);
  asc_json_bool(json, "private", game->is_private);
  asc_json_text(json, "owner", game->owner);
  seats_write(room, json);
  asc_json_number(json, "you", sender->is_known ? online_room_seat_of(game, sender->person) : 0);
  asc_json_number(json, "turn", game->turn);
  asc_json_bool(json, "rolling", game->turn != 0 && game->rolling);
  clocks_write(game, live_now(room->loop), json);
  offer_write(game, json);
  if (game->state == ONLINE_ENDED) {
    asc_json_text(json, "cause", online_cause_word(game->cause));
    points_write(game->outcome.points, game->players, json);
  }
  match_write(game, json);
  if (game->before[0] != '\0') asc_json_text(json, "before", game->before);
  if (game->next[0] != '\0') asc_json_text(json, "next", game->next);
  live_presence_write(room, json);
}
