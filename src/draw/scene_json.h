/* A scene as JSON: the view, the legal moves with the selections that make them, and the state of the game.

   Each function writes members into a JSON object that the caller has opened and closes afterwards. */
#ifndef ASC_DRAW_SCENE_JSON_H
#define ASC_DRAW_SCENE_JSON_H

#include "base/json.h"
#include "scene.h"

/* Writes the members of the object that `ascona show --json` prints. The legal moves are those of the current position
   of `play`, so the scene should show that position. */
void asc_scene_json_write(asc_json *json, const asc_scene *scene, const asc_play *play);

/* The same in two parts, for a page that asks after every move (src/wasm/answers.txt). The first function writes only
   the parts of the view that a move can change, and a key of the rest. The second writes the rest and the same key. The
   rest is valid for as long as the key stays the same. */
void asc_scene_json_write_changing(asc_json *json, const asc_scene *scene, const asc_play *play);
void asc_scene_json_write_terrain(asc_json *json, const asc_scene *scene);

#endif
