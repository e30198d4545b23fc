/* A scene as JSON: everything of the view, what is legal with the touches that make it, and how the game stands. */
#ifndef ASC_DRAW_SCENE_JSON_H
#define ASC_DRAW_SCENE_JSON_H

#include "json_out.h"
#include "scene.h"

/* {"key", "args", "text"}, or null for no message. The text is the English sentence; without catalogues it is left
   out. */
void scene_json_message(json_out *json, const char *name, const asc_rules *rules, const asc_message *message);
/* The same without the braces, for a message that is there. */
void scene_json_message_members(json_out *json, const asc_rules *rules, const asc_message *message);

/* The members of the object that `ascona show --json` prints, into an object that is open. Its legal moves are those of
   the game now, so the scene should be. */
void scene_json(json_out *json, const asc_scene *scene, const asc_play *play);

#endif
