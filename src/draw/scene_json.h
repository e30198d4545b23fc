/* A scene as JSON: everything of the view, what is legal with the touches that make it, and how the game stands. */
#ifndef ASC_DRAW_SCENE_JSON_H
#define ASC_DRAW_SCENE_JSON_H

#include "core/json.h"
#include "scene.h"

/* The members of the object that `ascona show --json` prints, into an object that is open. Its legal moves are those of
   the game now, so the scene should be. */
void asc_scene_json(asc_json *json, const asc_scene *scene, const asc_play *play);

/* The same for a page that asks after every move: of the view only what a move may change, and a key for the rest,
   which stays as long as the key does (src/wasm/answers.txt). */
void asc_scene_parts_json(asc_json *json, const asc_scene *scene, const asc_play *play);
void asc_scene_terrain_json(asc_json *json, const asc_scene *scene);

#endif
