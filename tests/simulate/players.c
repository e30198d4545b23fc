/* Players: they come and go, change processes, use several devices, and play (commands.c). Each acts again and again,
   soon if something happened, else after a while. */
#include "simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOOD_ADDRESS = 7777, FLOOD_BURST = 640, MERGE_EVERY = 3000 };

static sim_player *players;
static int player_count;

static uint32_t below(uint32_t bound) { return sim_below(SIM_PEOPLE, bound); }

sim_player *sim_player_at(int index) { return &players[index % player_count]; }
int sim_player_count(void) { return player_count; }

/* ---- time ---- */

static bool has_running(const sim_player *player) {
  for (int i = 0; i < SIM_VIEWS; i++)
    if (player->views[i].room != NULL && player->views[i].room->state == ONLINE_RUNNING &&
        player->views[i].room->clock == ONLINE_CLOCK_TIME)
      return true;
  return false;
}

static int64_t pause_of(const sim_player *player) {
  if (player->is_spammer) return 200;
  if (!sim.plan.is_club) return 200 + below(4000);
  if (player->is_away) return 3600000 + below(4 * 3600000);
  return has_running(player) ? 4000 + below(20000) : 60000 + below(300000);
}

static void act_run(void *data, uint64_t number);

static void act_plan(sim_player *player, int64_t delay) {
  player->act_number++;
  player->act_time = sim.now + delay;
  sim_after(delay, act_run, player, player->act_number);
}

/* Something happened: the player looks at it soon. */
void sim_player_hurry(sim_player *player) {
  int64_t delay = sim.plan.is_club ? 2000 + below(15000) : 100 + below(2500);
  if (player->act_time > sim.now + delay) act_plan(player, delay);
}

/* ---- who they are ---- */

void sim_player_forgot(sim_player *player) {
  memcpy(player->old_secret, player->secret, sizeof player->old_secret);
  player->secret[0] = player->person[0] = player->device[0] = '\0';
  sim_socket_close(player);
  for (int i = 0; i < SIM_VIEWS; i++)
    if (player->views[i].game[0] != '\0') sim_view_drop(&player->views[i]);
}

static void person_made(sim_request *request, const sim_reply *reply) {
  sim_player *player = request->player;
  player->is_asking = false;
  if (reply == NULL || reply->status != 201) return;
  const char *secret = json_string_value(json_object_get(reply->json, "secret"));
  const char *person = json_string_value(json_object_get(reply->json, "person"));
  const char *device = json_string_value(json_object_get(reply->json, "device"));
  sim_check(secret != NULL && person != NULL && device != NULL, "a new person has no secret");
  sim_socket_close(player);
  if (player->person[0] != '\0' && strcmp(player->person, person) != 0)
    for (int i = 0; i < SIM_VIEWS; i++)
      if (player->views[i].game[0] != '\0') sim_view_drop(&player->views[i]);
  memcpy(player->old_secret, player->secret, sizeof player->old_secret);
  (void)snprintf(player->secret, sizeof player->secret, "%s", secret);
  (void)snprintf(player->person, sizeof player->person, "%s", person);
  (void)snprintf(player->device, sizeof player->device, "%s", device);
  sim_player_hurry(player);
}

static void person_make(sim_player *player) {
  char name[24];
  if (player->is_asking) return;
  player->is_asking = true;
  (void)snprintf(name, sizeof name, "Player %d", player->index);
  sim_request *request = sim_request_open(player, true, "me", json_pack("{s:b,s:s}", "bearer", 1, "name", name));
  request->on_reply = person_made;
  sim_request_send(request, false);
}

/* ---- devices ---- */

static void code_made(sim_request *request, const sim_reply *reply) {
  const char *code = reply == NULL ? NULL : json_string_value(json_object_get(reply->json, "code"));
  if (code == NULL || reply->status != 200) return;
  sim_player *other = sim_player_at((int)below((uint32_t)player_count));
  if (other != request->player && !other->is_spammer) (void)snprintf(other->code, sizeof other->code, "%s", code);
}

/* Not while processes may not have heard of another merge: two of them could merge one person twice. */
static void code_type(sim_player *player) {
  if (player->is_asking || sim.now < sim.merged + MERGE_EVERY) return;
  sim.merged = sim.now;
  player->is_asking = true;
  json_t *body = json_pack("{s:s,s:b,s:b}", "code", player->code, "confirm", 1, "bearer", 1);
  sim_request *request = sim_request_open(player, true, "me/add-device", body);
  player->code[0] = '\0';
  request->on_reply = person_made;
  sim_request_send(request, false);
}

static void ended(sim_request *request, const sim_reply *reply) {
  sim_player *player = request->player;
  bool is_done = reply != NULL && (reply->status == 200 || reply->status == 401);
  if (is_done && strcmp(player->secret, request->secret) == 0) sim_player_forgot(player);
}

static void simple(sim_player *player, bool is_post, const char *path, json_t *body) {
  sim_request_send(sim_request_open(player, is_post, path, body), false);
}

static void old_device_try(sim_player *player) {
  sim_request *request = sim_request_open(player, false, below(2) == 0 ? "me" : "me/games", NULL);
  memcpy(request->secret, player->old_secret, sizeof request->secret);
  request->person[0] = '\0';
  sim_request_send(request, false);
}

static void person_act(sim_player *player) {
  sim_request *request;
  sim_player *other = sim_player_at((int)below((uint32_t)player_count));
  switch (below(14)) {
  case 0:
    request = sim_request_open(player, true, "me/device-code", NULL);
    request->on_reply = code_made;
    sim_request_send(request, false);
    break;
  case 1:
    if (player->device[0] == '\0' || below(4) != 0) break;
    request = sim_request_open(player, true, "me/sign-out", json_pack("{s:s}", "device", player->device));
    request->on_reply = ended;
    sim_request_send(request, false);
    break;
  case 2:
    if (below(6) != 0) break;
    request = sim_request_open(player, true, "me/forget", NULL);
    request->on_reply = ended;
    sim_request_send(request, false);
    break;
  case 3:
    if (other != player && other->person[0] != '\0')
      simple(player, true, "me/block", json_pack("{s:s,s:b}", "person", other->person, "blocked", (int)below(3) == 0));
    break;
  case 4: simple(player, false, "me/blocks", NULL); break;
  case 5: simple(player, false, "me/devices", NULL); break;
  case 6: simple(player, true, "me", json_pack("{s:s}", "name", below(2) == 0 ? "Ada" : "Bea")); break;
  case 7: simple(player, false, "me/games", NULL); break;
  default: simple(player, false, "me", NULL);
  }
}

/* ---- acting ---- */

static void socket_act(sim_player *player) {
  if (player->socket == 0) {
    sim_socket_open(player);
    return;
  }
  sim_socket_check(player);
  uint32_t what = below(60);
  if (what == 0) sim_socket_close(player);
  if (what == 1) sim_socket_presence(player, true, false);
  if (what == 2) sim_socket_presence(player, false, true);
  if (what > 2 && what < 6) sim_socket_presence(player, false, false);
}

/* A player whose process is down goes to another one. */
static void process_choose(sim_player *player) {
  bool is_up = sim_process_is_up(player->process);
  if (sim.plan.processes < 2 || (is_up && below(80) != 0)) return;
  player->process = &sim_processes[1 - player->process->index];
}

static void spectate(sim_player *player) {
  const sim_player *other = sim_player_at((int)below((uint32_t)player_count));
  const sim_view *view = &other->views[below(SIM_VIEWS)];
  if (view->game[0] != '\0' && other != player) sim_command_watch(player, sim_view_add(player, view->game));
}

static void games_act(sim_player *player) {
  uint32_t first = below(SIM_VIEWS);
  for (uint32_t i = 0; i < SIM_VIEWS; i++) {
    sim_view *view = &player->views[(first + i) % SIM_VIEWS];
    if (view->game[0] == '\0') continue;
    if (!view->is_watched && player->socket != 0) sim_command_watch(player, view);
    sim_command_any(player, view);
  }
}

static int open_games(const sim_player *player) {
  int count = 0;
  for (int i = 0; i < SIM_VIEWS; i++)
    count += player->views[i].room != NULL && player->views[i].room->state < ONLINE_ENDED;
  return count;
}

static void player_act(sim_player *player) {
  process_choose(player);
  if (player->secret[0] == '\0') {
    if (player->code[0] != '\0' && below(2) == 0)
      code_type(player);
    else
      person_make(player);
    return;
  }
  if (player->is_away) { /* comes to the club */
    player->is_away = false;
    player->stays = 3 + (int)below(12);
  } else if (sim.plan.is_club && !has_running(player) && player->stays-- <= 0) {
    player->is_away = true;
    sim_socket_close(player);
    return;
  }
  socket_act(player);
  if (player->given_count > 0) {
    player->given_count--;
    sim_command_join(player, player->given[player->given_count].game, player->given[player->given_count].key);
  }
  games_act(player);
  uint32_t rare = sim.plan.is_club ? 40 : 6;
  if (below(rare) == 0 && !player->is_spammer) person_act(player);
  if (player->code[0] != '\0' && below(3) == 0) code_type(player);
  if (player->old_secret[0] != '\0' && below(4) == 0) old_device_try(player);
  if (below(sim.plan.is_club ? 60 : 16) == 0) spectate(player);
  int games_max = player->is_spammer ? 2 : sim.plan.is_club ? 3 : 6;
  if (below(sim.plan.is_club ? 90 : 4) == 0 && open_games(player) < games_max) sim_command_new_game(player);
}

static void act_run(void *data, uint64_t number) {
  sim_player *player = data;
  if (player->act_number != number || sim.now >= sim.end) return;
  player_act(player);
  act_plan(player, pause_of(player));
}

/* ---- a flood ---- */

/* One address asks for much that is costly: events from the start, lists, and rooms that are not open. */
static void flood_run(void *data, uint64_t number) {
  sim_player *player = data;
  (void)number;
  if (sim.now >= sim.end) return;
  player->process = &sim_processes[below((uint32_t)sim.plan.processes)];
  const sim_game *game = NULL;
  for (int i = 0; i < FLOOD_BURST; i++) {
    char path[64], id[ASC_ID_TEXT_SIZE];
    uint8_t bytes[ASC_ID_BITS / 8];
    game = sim_game_next(game);
    for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (uint8_t)below(256);
    asc_secret_encode(bytes, ASC_ID_BITS, id);
    (void)snprintf(path, sizeof path, "games/%s%s", game != NULL ? game->id : id, i % 3 == 0 ? "/events" : "");
    sim_request *request = sim_request_open(player, false, path, NULL);
    request->from = 1;
    sim_request_send(request, false);
  }
  sim_after(320 + below(1600), flood_run, player, 0);
}

/* ---- open and close ---- */

void sim_players_open(void) {
  player_count = sim.plan.players;
  players = calloc((size_t)player_count, sizeof *players);
  for (int i = 0; i < player_count; i++) {
    sim_player *player = &players[i];
    player->index = i;
    player->process = &sim_processes[i % sim.plan.processes];
    player->address = (uint64_t)(i / 3 + 1) * 2654435761U;
    player->is_spammer = sim.plan.has_spam && i < 2;
    player->lag = 2 + (int)below(i % 7 == 0 && !player->is_spammer ? 600 : 80);
    player->stays = 5;
    act_plan(player, below(sim.plan.is_club ? 3600000 : 3000));
  }
  if (!sim.plan.has_flood) return;
  players[player_count - 1].address = FLOOD_ADDRESS;
  act_plan(&players[player_count - 1], 1000000000000);
  sim_after(10000, flood_run, &players[player_count - 1], 0);
}

void sim_players_close(void) {
  for (int i = 0; i < player_count; i++)
    for (int k = 0; k < SIM_VIEWS; k++)
      if (players[i].views[k].game[0] != '\0') sim_view_drop(&players[i].views[k]);
  free(players);
  players = NULL;
}
