/* Games as a player sees them: rooms that are made of the events that reached the player, and nothing else. */
#include "simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sim_view *sim_view_find(sim_player *player, const char *game) {
  for (int i = 0; i < SIM_VIEWS; i++)
    if (player->views[i].game[0] != '\0' && strcmp(player->views[i].game, game) == 0) return &player->views[i];
  return NULL;
}

void sim_view_drop(sim_view *view) {
  online_room_close(view->room);
  *view = (sim_view){0};
}

/* Games that have ended go first, then the one that was used least recently. `game` may be part of the view that
   goes. */
sim_view *sim_view_add(sim_player *player, const char *game) {
  char id[ASC_ID_TEXT_SIZE];
  sim_view *view = sim_view_find(player, game);
  if (view != NULL) return view;
  (void)snprintf(id, sizeof id, "%s", game);
  view = &player->views[0];
  for (int i = 0; i < SIM_VIEWS; i++) {
    sim_view *at = &player->views[i];
    bool is_over = at->room != NULL && at->room->state == ONLINE_ENDED;
    bool view_is_over = view->room != NULL && view->room->state == ONLINE_ENDED;
    if (at->game[0] == '\0') {
      view = at;
      break;
    }
    if (is_over != view_is_over ? is_over : at->used < view->used) view = at;
  }
  if (view->is_watched && player->socket != 0) {
    sim_request *request = sim_request_open(player, true, "unwatch", NULL);
    memcpy(request->game, view->game, sizeof request->game);
    sim_request_send(request, true);
  }
  sim_view_drop(view);
  memcpy(view->game, id, sizeof view->game);
  view->used = ++player->uses;
  int code = online_room_open(&view->room, sim_rules());
  sim_check(code == ASC_OK, "no room can be opened");
  return view;
}

int sim_view_seat(const sim_player *player, const sim_view *view) {
  for (int i = 0; i < view->room->players; i++)
    if (view->room->seats[i].person[0] != '\0' &&
        strcmp(sim_person_now(view->room->seats[i].person), player->person) == 0)
      return i + 1;
  return 0;
}

/* ---- events ---- */

static void events_asked(sim_request *request, const sim_reply *reply) {
  sim_view *view = sim_view_find(request->player, request->game);
  if (view == NULL) return;
  view->is_asking = false;
  if (reply != NULL && reply->status == 200)
    sim_view_events(request->player, request->game, json_object_get(reply->json, "events"));
}

static void events_ask(sim_player *player, sim_view *view) {
  char path[64];
  if (view->is_asking) return;
  view->is_asking = true;
  (void)snprintf(path, sizeof path, "games/%s/events", view->game);
  sim_request *request = sim_request_open(player, false, path, NULL);
  request->from = view->room->number + 1;
  memcpy(request->key, view->key, sizeof request->key);
  request->on_reply = events_asked;
  sim_request_send(request, false);
}

/* False: events before it are missing. */
static bool event_apply(sim_view *view, const json_t *json) {
  online_event event;
  online_settings settings;
  char *text = json_dumps(json, JSON_COMPACT);
  int code = online_event_read(&event, &settings, text, strlen(text));
  sim_check(code == ASC_OK, "a player can't read the event %s of game %s", text, view->game);
  free(text);
  if (event.number > view->room->number + 1) return false;
  if (event.number <= view->room->number) return true;
  code = online_room_apply(view->room, &event);
  sim_check(code == ASC_OK, "a player can't apply event %d of game %s", event.number, view->game);
  return true;
}

void sim_view_events(sim_player *player, const char *game, const json_t *events) {
  sim_view *view = sim_view_find(player, game);
  size_t i;
  json_t *event;
  if (view == NULL) return;
  bool is_whole = true;
  json_array_foreach(events, i, event) is_whole = is_whole && event_apply(view, event);
  if (!is_whole) events_ask(player, view);
}

void sim_view_event(sim_player *player, const char *game, const json_t *event) {
  sim_view *view = sim_view_find(player, game);
  if (view == NULL || event_apply(view, event)) return;
  sim_check(!view->is_watched || sim.failed_memory > 0, "player %d watches game %s, but got event %lld after %d",
            player->index, game, (long long)json_integer_value(json_object_get(event, "n")), view->room->number);
  events_ask(player, view);
}

void sim_views_unwatched(sim_player *player) {
  for (int i = 0; i < SIM_VIEWS; i++) player->views[i].is_watched = false;
}
