/* A scene as JSON: everything of the view, what is legal with the touches that make it, and how the game stands. */
#ifndef ASC_CLI_VIEW_JSON_H
#define ASC_CLI_VIEW_JSON_H

#include "scene.h"

#include <jansson.h>

/* NULL when out of memory. */
json_t *view_json_scene(const cli_scene *scene, const asc_play *play);
/* {"key", "args", "text"}; null for no message. */
json_t *view_json_message(const asc_rules *rules, const asc_message *message);
/* A number of half-points: 3, 0.5. */
json_t *view_json_points(int32_t half_points);

#endif
