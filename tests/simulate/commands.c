/* What players do in games: create, join, watch, move and everything else. A command whose reply got lost is sent again
   with the same id, perhaps to another process. */
#include "simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const SPECS[] = {"delta:size=4,pawns=4",
                                    "delta",
                                    "neo-delta",
                                    "kulami",
                                    "delfino",
                                    "delfino:players=3",
                                    "delfino:players=4",
                                    "circle-delta:rings=2,petals=3,men=3,reds=1,greens=1",
                                    "circle-delta"};

enum { SPAM_PER_MOVE = 60 }; /* events of a spammer per move */

static uint32_t below(uint32_t bound) { return sim_below(SIM_PEOPLE, bound); }

/* ---- sending ---- */

static json_t *command_body(sim_player *player, const sim_view *view) {
  char id[ONLINE_COMMAND_MAX];
  (void)snprintf(id, sizeof id, "c%d-%llu", player->index, (unsigned long long)++player->commands);
  json_t *body = json_pack("{s:s}", "id", id);
  if (view != NULL) json_object_set_new(body, "last", json_integer(view->room->number));
  return body;
}

static void command_again(void *data, uint64_t number);
static void command_done(sim_request *request, const sim_reply *reply);

typedef struct again {
  char path[64], secret[ASC_SECRET_TEXT_SIZE];
  json_t *body;
  int tries;
} again;

static void command_send(sim_player *player, const char *path, json_t *body, int tries) {
  sim_request *request = sim_request_open(player, true, path, body);
  request->on_reply = command_done;
  request->tries = tries;
  (void)snprintf(request->path, sizeof request->path, "%s", path);
  sim_request_send(request, below(4) != 0);
}

static void command_again(void *data, uint64_t index) {
  again *own = data;
  sim_player *player = sim_player_at((int)index);
  if (strcmp(own->secret, player->secret) == 0 && sim_person_now(player->person) == player->person)
    command_send(player, own->path, own->body, own->tries);
  else
    json_decref(own->body); /* it is somebody else now */
  free(own);
}

/* Spammers invite each other: nobody else ends their game before it is full of events. */
static void keys_give(sim_request *request, const json_t *keys) {
  size_t i;
  json_t *key;
  json_array_foreach(keys, i, key) {
    bool is_spam = request->player->is_spammer;
    sim_player *friend = sim_player_at(is_spam ? 1 - request->player->index : (int)below((uint32_t)sim_player_count()));
    if (friend->given_count == SIM_GIVEN) continue;
    (void)snprintf(friend->given[friend->given_count].game, ASC_ID_TEXT_SIZE, "%s", request->game);
    (void)snprintf(friend->given[friend->given_count++].key, ASC_SEAT_KEY_TEXT_SIZE, "%s", json_string_value(key));
    sim_player_hurry(friend);
  }
}

static void command_done(sim_request *request, const sim_reply *reply) {
  sim_player *player = request->player;
  sim_view *view = sim_view_find(player, request->game);
  bool is_lost = reply == NULL || reply->status == 503 || reply->status == 429;
  if (is_lost && request->tries < 4 && strcmp(request->secret, player->secret) == 0) {
    again *own = malloc(sizeof *own);
    *own = (again){.body = json_incref(request->body), .tries = request->tries + 1};
    memcpy(own->path, request->path, sizeof own->path);
    memcpy(own->secret, request->secret, sizeof own->secret);
    sim_after(500 + below(3000), command_again, own, (uint64_t)player->index);
    return;
  }
  if (view != NULL) view->is_pending = false;
  if (reply == NULL) return;
  if (reply->status == 401) sim_player_forgot(player);
  if (reply->status < 300 && view == NULL && request->game[0] != '\0') view = sim_view_add(player, request->game);
  if (reply->status < 300 || reply->status == 409)
    sim_view_events(player, request->game, json_object_get(reply->json, "events"));
  if (reply->status < 300 && strcmp(request->name, "create") == 0)
    keys_give(request, json_object_get(reply->json, "keys"));
  if (view != NULL && !view->is_watched) sim_command_watch(player, view);
  sim_player_hurry(player);
}

static void game_command(sim_player *player, sim_view *view, const char *name, json_t *body) {
  char path[64];
  (void)snprintf(path, sizeof path, "games/%s/%s", view->game, name);
  view->is_pending = true;
  view->used = ++player->uses;
  command_send(player, path, body, 0);
}

/* ---- new games ---- */

void sim_command_new_game(sim_player *player) {
  const char *spec = SPECS[below(sizeof SPECS / sizeof *SPECS)];
  json_t *body = command_body(player, NULL), *clock = NULL, *seats = json_array();
  int players = strstr(spec, "players=3") != NULL ? 3 : strstr(spec, "players=4") != NULL ? 4 : 2;
  switch (player->is_spammer ? 1 + below(2) : below(sim.plan.is_club ? 3 : 6)) {
  case 0: clock = json_pack("{s:s}", "kind", "none"); break;
  case 1: clock = json_pack("{s:s,s:i}", "kind", "days", "days", (int)(1 + below(3))); break;
  default: {
    /* In two steps: compilers evaluate arguments in different orders, but a seed gives the same run with all of them.
     */
    int increment = (int)below(8), seconds = (int)(sim.plan.is_club ? 600 + below(1200) : 20 + below(300));
    clock = json_pack("{s:s,s:i,s:i}", "kind", "time", "seconds", seconds, "increment", increment);
  }
  }
  uint32_t own = below((uint32_t)players);
  for (int i = 0; i < players; i++) {
    json_t *seat = json_object();
    if ((uint32_t)i == own)
      json_object_set_new(seat, "you", json_true());
    else if (below(8) == 0 && !player->is_spammer)
      json_object_set_new(seat, "level", json_integer(0));
    json_array_append_new(seats, seat);
  }
  json_object_set_new(body, "game", json_string(spec));
  json_object_set_new(body, "clock", clock);
  json_object_set_new(body, "seats", seats);
  json_object_set_new(body, "random_seats", json_boolean(below(2)));
  json_object_set_new(body, "private", json_boolean(below(4) == 0));
  if (below(8) == 0) json_object_set_new(body, "games", json_integer(3));
  command_send(player, "games", body, 0);
}

static void seen_first(sim_request *request, const sim_reply *reply) {
  sim_player *player = request->player;
  if (reply == NULL || reply->status != 200) return;
  sim_view *view = sim_view_add(player, request->game);
  memcpy(view->key, request->key, sizeof view->key);
  if (view->is_pending) return;
  json_t *body = command_body(player, view);
  json_object_set(body, "last", json_object_get(reply->json, "last"));
  json_object_set_new(body, "key", json_string(request->key));
  game_command(player, view, "join", body);
}

void sim_command_join(sim_player *player, const char *game, const char *key) {
  char path[64];
  (void)snprintf(path, sizeof path, "games/%s", game);
  sim_request *request = sim_request_open(player, false, path, NULL);
  (void)snprintf(request->key, sizeof request->key, "%s", key);
  request->on_reply = seen_first;
  sim_request_send(request, false);
}

/* ---- watching ---- */

static void watch_done(sim_request *request, const sim_reply *reply) {
  sim_player *player = request->player;
  sim_view *view = sim_view_find(player, request->game);
  if (view == NULL) return;
  view->is_asking = false;
  if (reply == NULL) return;
  if (reply->status == 404) {
    sim_view_drop(view);
    return;
  }
  if (reply->status != 200) return;
  sim_view_events(player, request->game, json_object_get(reply->json, "events"));
  view->is_watched = player->socket == request->socket;
  sim_player_hurry(player);
}

void sim_command_watch(sim_player *player, sim_view *view) {
  if (player->socket == 0 || view->is_asking || view->is_watched) return;
  view->is_asking = true;
  int from = below(8) == 0 ? 0 : view->room->number;
  sim_request *request = sim_request_open(player, true, "watch", json_pack("{s:i}", "from", from));
  memcpy(request->game, view->game, sizeof request->game);
  memcpy(request->key, view->key, sizeof request->key);
  request->on_reply = watch_done;
  sim_request_send(request, true);
}

/* ---- playing ---- */

static void move_send(sim_player *player, sim_view *view) {
  const online_room *room = view->room;
  json_t *body = command_body(player, view);
  if (room->rolling) {
    game_command(player, view, "roll", body);
    return;
  }
  asc_move *moves = malloc((size_t)room->rules->moves_max * sizeof *moves);
  char token[ASC_TOKEN_MAX] = "?";
  int count = asc_play_moves(room->play, moves);
  if (count > 0) asc_move_write(room->rules, asc_play_position(room->play), moves[below((uint32_t)count)], token);
  free(moves);
  json_object_set_new(body, "move", json_string(below(100) == 0 ? "zz" : token));
  game_command(player, view, "move", body);
}

static void offer_send(sim_player *player, sim_view *view, const char *offer) {
  json_t *body = command_body(player, view);
  json_object_set_new(body, "offer", json_string(offer));
  if (strcmp(offer, "engine") == 0) {
    json_object_set_new(body, "seat", json_integer(1 + below((uint32_t)view->room->players)));
    json_object_set_new(body, "level", json_integer(0));
  }
  game_command(player, view, "offer", body);
}

static void time_give(sim_player *player, sim_view *view, int seat) {
  json_t *body = command_body(player, view);
  json_object_set_new(body, "seat", json_integer(seat));
  json_object_set_new(body, "seconds", json_integer(1 + below(60)));
  game_command(player, view, "give-time", body);
}

static void phrase_say(sim_player *player, const sim_view *view) {
  char path[64];
  (void)snprintf(path, sizeof path, "games/%s/say", view->game);
  sim_request_send(sim_request_open(player, true, path, json_pack("{s:s}", "phrase", "hello")), below(2) != 0);
}

static void link_renewed(sim_request *request, const sim_reply *reply) {
  json_t *key = reply == NULL || reply->status != 200 ? NULL : json_object_get(reply->json, "key");
  if (key == NULL) return;
  json_t *keys = json_array();
  json_array_append(keys, key);
  keys_give(request, keys);
  json_decref(keys);
}

static void link_renew(sim_player *player, const sim_view *view) {
  char path[64];
  (void)snprintf(path, sizeof path, "games/%s/link", view->game);
  sim_request *request = sim_request_open(player, true, path, json_pack("{s:i}", "slot", 1));
  request->on_reply = link_renewed;
  sim_request_send(request, false);
}

/* A game of its own that is still open to others. */
static void invitation_act(sim_player *player, sim_view *view) {
  json_t *body = command_body(player, view);
  switch (below(sim.plan.is_club ? 200 : 24)) {
  case 0: game_command(player, view, "resign", body); return;
  case 1: game_command(player, view, "leave", body); return;
  case 2:
    json_object_set_new(body, "level", json_integer(0));
    game_command(player, view, "start", body);
    return;
  case 3: link_renew(player, view); break;
  case 4:
    json_object_set_new(body, "game", json_string("kulami"));
    game_command(player, view, "change", body);
    return;
  default: break;
  }
  json_decref(body);
}

/* Things that are done less often than moves. */
static void other_act(sim_player *player, sim_view *view, uint32_t what) {
  static const char *const offers[] = {"draw", "back", "engine", "draw"};
  switch (what) {
  case 0:
  case 1:
  case 2:
  case 3: offer_send(player, view, offers[what]); break;
  case 4: game_command(player, view, "make-private", command_body(player, view)); break;
  case 5: game_command(player, view, below(4) == 0 ? "resign" : "return", command_body(player, view)); break;
  case 6: game_command(player, view, "leave", command_body(player, view)); break;
  case 7:
  case 8: time_give(player, view, 1 + (int)below((uint32_t)view->room->players)); break;
  case 9:
  case 10: game_command(player, view, "withdraw", command_body(player, view)); break;
  default: phrase_say(player, view);
  }
}

/* As many events as possible: time is given again and again, and offers are withdrawn. Moves are rare, so that the game
   lasts until it is full, but not so rare that it is aborted. */
static void spam(sim_player *player, sim_view *view, int seat) {
  const online_room *room = view->room;
  if (room->turn == seat && room->seats[seat - 1].level < 0 && below(SPAM_PER_MOVE) == 0)
    move_send(player, view);
  else if (room->offer != ONLINE_OFFER_NONE && room->offer_seat == seat)
    game_command(player, view, "withdraw", command_body(player, view));
  else if (room->offer == ONLINE_OFFER_NONE && below(3) == 0)
    offer_send(player, view, "draw");
  else
    time_give(player, view, seat % room->players + 1);
}

void sim_command_any(sim_player *player, sim_view *view) {
  const online_room *room = view->room;
  if (view->is_pending || room->number == 0) return;
  int seat = sim_view_seat(player, view);
  if (seat == 0) {
    if (below(20) == 0) game_command(player, view, "move", command_body(player, view));
    return;
  }
  if (room->state == ONLINE_INVITED) {
    invitation_act(player, view);
    return;
  }
  if (room->state == ONLINE_ENDED) {
    if (room->next[0] != '\0')
      (void)sim_view_add(player, room->next);
    else if (below(30) == 0)
      offer_send(player, view, "rematch");
    return;
  }
  if (room->state != ONLINE_RUNNING) return;
  if (player->is_spammer) {
    spam(player, view, seat);
    return;
  }
  if (room->offer != ONLINE_OFFER_NONE && room->offer_seat != seat && below(3) == 0) {
    game_command(player, view, below(3) == 0 ? "accept" : "decline", command_body(player, view));
    return;
  }
  uint32_t what = below(sim.plan.is_club ? 400 : 120);
  if (what < 12)
    other_act(player, view, what);
  else if (room->turn == seat && !(room->seats[seat - 1].level >= 0))
    move_send(player, view);
  else if (room->seats[seat - 1].level >= 0 && below(10) == 0)
    game_command(player, view, "return", command_body(player, view));
}
