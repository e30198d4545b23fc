/* The table of operations, and how paths and messages find them. */
#include "operations.h"

#include <string.h>

enum { NO_ACTION = -1 };

static const live_operation OPERATIONS[] = {
    /* name, where, post, person, room, stores more, reads, action, prepare, decide */
    {"", "me", false, true, false, false, false, NO_ACTION, NULL, live_me_decide},
    {"", "me", true, false, false, true, false, NO_ACTION, NULL, live_me_change_decide},
    {"device-code", "me", true, true, false, true, false, NO_ACTION, NULL, live_code_decide},
    {"add-device", "me", true, false, false, true, true, NO_ACTION, live_add_device_prepare, live_add_device_decide},
    {"devices", "me", false, true, false, false, false, NO_ACTION, NULL, live_devices_decide},
    {"sign-out", "me", true, true, false, false, false, NO_ACTION, NULL, live_sign_out_decide},
    {"forget", "me", true, true, false, false, false, NO_ACTION, NULL, live_forget_decide},
    {"block", "me", true, true, false, true, true, NO_ACTION, live_block_prepare, live_block_decide},
    {"blocks", "me", false, true, false, false, false, NO_ACTION, NULL, live_blocks_decide},
    {"games", "me", false, true, false, false, false, NO_ACTION, NULL, live_list_decide},
    {"", "persons", false, false, false, false, false, NO_ACTION, NULL, live_person_decide},
    {"create", "", true, true, false, true, true, NO_ACTION, live_create_prepare, live_create_decide},
    {"", "games", false, false, true, false, false, NO_ACTION, NULL, live_show_decide},
    {"events", "games", false, false, true, false, false, NO_ACTION, NULL, live_events_decide},
    {"join", "games", true, true, true, true, true, ONLINE_DO_JOIN, live_join_prepare, live_join_decide},
    {"link", "games", true, true, true, true, false, NO_ACTION, NULL, live_link_decide},
    {"say", "games", true, true, true, false, false, NO_ACTION, NULL, live_phrase_decide},
    {"change", "games", true, true, true, true, false, ONLINE_DO_CHANGE, NULL, live_command_decide},
    {"start", "games", true, true, true, true, false, ONLINE_DO_START, NULL, live_command_decide},
    {"move", "games", true, true, true, false, false, ONLINE_DO_MOVE, NULL, live_command_decide},
    {"roll", "games", true, true, true, false, false, ONLINE_DO_ROLL, NULL, live_command_decide},
    {"offer", "games", true, true, true, true, false, ONLINE_DO_OFFER, NULL, live_command_decide},
    {"withdraw", "games", true, true, true, false, false, ONLINE_DO_WITHDRAW, NULL, live_command_decide},
    {"accept", "games", true, true, true, false, false, ONLINE_DO_ACCEPT, NULL, live_command_decide},
    {"decline", "games", true, true, true, false, false, ONLINE_DO_DECLINE, NULL, live_command_decide},
    {"resign", "games", true, true, true, false, false, ONLINE_DO_RESIGN, NULL, live_command_decide},
    {"leave", "games", true, true, true, false, false, ONLINE_DO_LEAVE, NULL, live_command_decide},
    {"return", "games", true, true, true, false, false, ONLINE_DO_RETURN, NULL, live_command_decide},
    {"give-time", "games", true, true, true, true, false, ONLINE_DO_GIVE_TIME, NULL, live_command_decide},
    {"make-private", "games", true, true, true, true, false, ONLINE_DO_MAKE_PRIVATE, NULL, live_command_decide},
    {"watch", "socket", true, false, true, false, true, NO_ACTION, live_watch_prepare, live_watch_decide},
    {"unwatch", "socket", true, false, false, false, false, NO_ACTION, NULL, live_unwatch_decide},
};
enum { COUNT = sizeof OPERATIONS / sizeof *OPERATIONS };

const live_operation live_operation_identify = {"identify", "",    true,      false, false,
                                                false,      false, NO_ACTION, NULL,  live_identify_decide};
const live_operation live_operation_close_game = {"close", "",    true,      false, true,
                                                  false,   false, NO_ACTION, NULL,  live_close_game_decide};
const live_operation live_operation_sign_out = {"sign-out", "",    true,      false, false,
                                                false,      false, NO_ACTION, NULL,  live_sign_out_all_decide};

bool live_operation_creates(const live_operation *operation) { return operation->decide == live_create_decide; }
bool live_operation_joins(const live_operation *operation) { return operation->decide == live_join_decide; }
bool live_operation_is_new_person(const live_operation *operation) {
  return operation->decide == live_me_change_decide;
}
bool live_operation_tries_key(const live_operation *operation) {
  return operation->decide == live_add_device_decide || operation->decide == live_join_decide;
}

/* Takes one part of a path. */
static bool part_take(const char **path, char *part, size_t size) {
  size_t length = strcspn(*path, "/");
  if (length >= size) return false;
  memcpy(part, *path, length);
  part[length] = '\0';
  *path += length + ((*path)[length] == '/');
  return true;
}

/* /api/me, /api/me/NAME, /api/persons/ID, /api/games, /api/games/ID, /api/games/ID/NAME; `path` starts after /api/. */
const live_operation *live_operation_find(bool is_post, const char *path, live_request *request, bool *exists) {
  char where[16], name[24] = "", extra[2] = "";
  *exists = false;
  if (!part_take(&path, where, sizeof where)) return NULL;
  bool is_game = strcmp(where, "games") == 0, is_person = strcmp(where, "persons") == 0;
  char *id = is_game ? request->game : request->part;
  if ((is_game || is_person) && !part_take(&path, id, ASC_ID_TEXT_SIZE)) return NULL;
  if (!part_take(&path, name, sizeof name) || !part_take(&path, extra, sizeof extra) || extra[0] != '\0') return NULL;
  if (is_game && id[0] == '\0') {
    *exists = true;
    return is_post ? live_operation_named("create") : NULL;
  }
  if ((is_game || is_person) && !asc_secret_is_valid(id, ASC_ID_BITS)) return NULL;
  for (int i = 0; i < COUNT; i++) {
    const live_operation *operation = &OPERATIONS[i];
    if (strcmp(operation->where, where) != 0 || strcmp(operation->name, name) != 0 || strcmp(where, "socket") == 0)
      continue;
    *exists = true;
    if (operation->is_post == is_post) return operation;
  }
  return NULL;
}

const live_operation *live_operation_named(const char *name) {
  for (int i = 0; i < COUNT; i++)
    if (OPERATIONS[i].is_post && strcmp(OPERATIONS[i].where, "me") != 0 && strcmp(OPERATIONS[i].name, name) == 0)
      return &OPERATIONS[i];
  return NULL;
}

bool live_operation_needs_game(const live_operation *operation) {
  return operation->needs_room || operation->decide == live_unwatch_decide;
}
